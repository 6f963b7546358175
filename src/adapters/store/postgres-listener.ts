import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { stopwatchMs } from '../../base/clock.ts';
import type { CatalogChanges } from './catalog-changes.ts';
import type { LearnedProperty } from './database.ts';
import { endPostgresClient } from './end-postgres-client.ts';
import { PEER_CHANNELS, type PostgresPeers } from './postgres-peers.ts';
import { fromStoredText } from './postgres-text.ts';

/**
 * Channel on which the triggers of the catalogue tables tell of every commit that wrote to one: a learned property as
 * its row, `{"project_id":7}` for another change of a project, nothing for one of nobody knows whom.
 */
export const CATALOG_CHANNEL = 'sluice_catalog';

/** The row of a learned property, or whose rows were written. */
interface Told extends Partial<Pick<LearnedProperty, 'type' | 'name'>> {
  readonly project_id?: number;
  readonly property_type?: LearnedProperty['propertyType'];
}

const BEAT_MS = 500;
/** A beat that is not answered in this time counts as a lost connection. */
const BEAT_TIMEOUT_MS = 1_000;
/** When the last answered beat was sent longer ago than this, changes of others may have been missed. */
const MAX_SILENCE_MS = 1_500;

/**
 * Hears of changes that other processes make to the catalog tables, and what they say, on a connection of its own. The
 * server sends pending notifications before it answers a beat, so an answered beat proves that everything committed
 * before it was heard. A lost connection is opened again; what may have been missed meanwhile counts as a change.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #catalog: CatalogChanges;
  readonly #peers: PostgresPeers;
  #schema = '';
  #client: pg.Client | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  readonly #closing = new AbortController();
  readonly #beating: Promise<void>;

  constructor(url: string, catalog: CatalogChanges, peers: PostgresPeers) {
    this.#url = url;
    this.#catalog = catalog;
    this.#peers = peers;
    this.#beating = this.#beat();
  }

  /** False when changes of others may not have been heard: what was read before must not be trusted. */
  get isCurrent(): boolean {
    return stopwatchMs() - this.#heardAtMs < MAX_SILENCE_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    await this.#beating;
    await this.#drop();
  }

  async #beat(): Promise<void> {
    while (!this.#isClosed) {
      const sentAtMs = stopwatchMs();
      try {
        this.#client ??= await this.#connect();
        await this.#client.query('select 1');
        this.#heardAtMs = sentAtMs;
      } catch {
        // A server that is away shows in `isCurrent`; the next beat tries again.
        await this.#drop();
      }
      await delay(BEAT_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'sluice changes',
      connectionTimeoutMillis: BEAT_TIMEOUT_MS,
      query_timeout: BEAT_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CATALOG_CHANNEL) this.#hear(payload);
      else this.#peers.hear(channel, payload, this.#schema);
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
      this.#schema = rows[0]?.schema ?? '';
      for (const channel of [CATALOG_CHANNEL, ...PEER_CHANNELS]) await client.query(`listen ${channel}`);
    } catch (error) {
      await endPostgresClient(client);
      throw error;
    }
    this.#catalog.raise();
    this.#peers.tellGap();
    return client;
  }

  #hear(message: string): void {
    const told: Told = message === '' ? {} : JSON.parse(message);
    const { project_id: projectId, type, name, property_type: propertyType } = told;
    if (projectId === undefined || type === undefined || name === undefined || propertyType === undefined)
      this.#catalog.raise(projectId);
    else this.#catalog.tellLearned({ projectId, type, name: fromStoredText(name), propertyType });
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endPostgresClient(client);
  }
}
