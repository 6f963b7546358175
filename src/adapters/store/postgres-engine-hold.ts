import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Deadline } from '../../base/deadline.ts';
import { newRandomUuid } from '../../base/ids.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { EngineHold } from './engine-hold.ts';
import { unusableServer } from './unusable-server.ts';

export interface EngineHoldOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Names the engine; lives and dies with its data folder. */
  readonly engineId: string;
  readonly dataDir: string;
  /** Told of every change, with a sentence for the operator. */
  readonly onChange: (state: EngineHold['state'], sentence: string) => void;
}

/** Any number that no other program on the database uses for its advisory locks: the upper half of ours. */
const LOCK_CLASS = 1_936_487_795;
/** An advisory lock is one of the database; the schema in its lower half keeps stores in other schemas apart. */
const SCHEMA = 'coalesce(current_schema()::regnamespace::oid, 0::oid)';
const BEAT_MS = 1_000;
const ANSWER_MS = 5_000;
/** Sooner than the server lets the lock of a silent connection go, which is told to wait for 20 s. */
const KEEP_ALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2';
/** Longer than that: the connection of a process of the same folder that died with its machine. */
const WAIT_FOR_PREDECESSOR_MS = 30_000;
const APPLICATION = 'sluice engine ';

/**
 * Holds a metadata store on PostgreSQL by an advisory lock of a session that does nothing else: the server lets it go
 * when the connection ends, however that happens. A lost one is opened again, and the lock taken when nobody has it.
 */
export class PostgresEngineHold implements EngineHold {
  readonly #options: EngineHoldOptions;
  /** Name of the session: the engine, and this process of it. */
  readonly #name: string;
  readonly #closing = new AbortController();
  #keeping: Promise<void> = Promise.resolve();
  #client: pg.Client | undefined;
  #isTaken = false;

  private constructor(options: EngineHoldOptions) {
    this.#options = options;
    this.#name = `${APPLICATION}${options.engineId}/${newRandomUuid().slice(0, 8)}`;
  }

  /** @throws StartupError naming the engine when another one has the store, or saying why the server cannot be used */
  static async take(options: EngineHoldOptions): Promise<PostgresEngineHold> {
    const hold = new PostgresEngineHold(options);
    const deadline = Deadline.after(WAIT_FOR_PREDECESSOR_MS);
    for (;;) {
      const holder = await hold.#tryToTake().catch((error: unknown) => {
        throw unusableServer(error);
      });
      if (holder === null) break;
      const mayGo = holder === '' || engineOf(holder) === options.engineId;
      if (!mayGo || deadline.isOver) throw refusalBeside(engineOf(holder), options.dataDir);
      await delay(BEAT_MS);
    }
    hold.#keeping = hold.#keep();
    return hold;
  }

  get state(): EngineHold['state'] {
    if (this.#client !== undefined) return 'held';
    return this.#isTaken ? 'taken' : 'lost';
  }

  async release(): Promise<void> {
    this.#closing.abort();
    await this.#keeping;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await end(client);
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await delay(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (this.#client === undefined) await this.#takeAgain();
        else await this.#client.query('select 1');
      } catch {
        // A server that is away shows in `state`; the next beat tries again.
        this.#lose(this.#client);
      }
    }
  }

  async #takeAgain(): Promise<void> {
    const holder = await this.#tryToTake();
    if (holder === null) {
      this.#isTaken = false;
      this.#options.onChange('held', 'The metadata store is held for this engine again.');
      return;
    }
    // The server may not have noticed yet that the connection before this one has gone.
    const isOther = holder !== this.#name;
    if (isOther && !this.#isTaken)
      this.#options.onChange(
        'taken',
        `${otherEngine(engineOf(holder))} has the metadata store now; this one waits.`,
      );
    this.#isTaken = isOther;
  }

  /** Null when the lock is ours now, else the name of the session that has it; empty when that is not told. */
  async #tryToTake(): Promise<string | null> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: this.#name,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await client.connect();
      await client.query(KEEP_ALIVE);
      const { rows } = await client.query<{ held: boolean }>(
        `select pg_try_advisory_lock((${LOCK_CLASS}::bigint << 32) | ${SCHEMA}::bigint) as held`,
      );
      if (rows[0]?.held === true) {
        this.#client = client;
        return null;
      }
      const holder = await client.query<{ name: string | null }>(HOLDER);
      await end(client);
      return holder.rows[0]?.name ?? '';
    } catch (error) {
      await end(client);
      throw error;
    }
  }

  #lose(client: pg.Client | undefined): void {
    if (client === undefined || this.#client !== client) return;
    this.#client = undefined;
    void end(client);
    if (!this.#closing.signal.aborted)
      this.#options.onChange('lost', 'The connection that holds the metadata store for this engine is lost.');
  }
}

/**
 * The engine that has the metadata store on a server now; undefined when none has.
 * @throws the driver's error
 */
export async function findEngineHolder(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string | null }>(HOLDER);
    return rows[0] === undefined ? undefined : engineOf(rows[0].name ?? '');
  } finally {
    await end(client);
  }
}

/** Name of the session that has the lock; null when that is not told to this user. */
const HOLDER = `
  select application_name as name from pg_locks left join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 1 and classid = ${LOCK_CLASS}::oid and objid = ${SCHEMA}
    and database = (select oid from pg_database where datname = current_database())`;

/** `sluice engine 6f.../1a2b3c4d` → `6f...` */
function engineOf(holder: string): string {
  return (holder.startsWith(APPLICATION) ? holder.slice(APPLICATION.length) : '').split('/', 1)[0] ?? '';
}

function otherEngine(engineId: string): string {
  return `Another Sluice service with an engine of its own (${engineId || 'of unknown name'})`;
}

/** Why a service with the engine in `dataDir` does not start beside that engine. */
export function refusalBeside(engineId: string, dataDir: string): StartupError {
  return new StartupError(
    `${otherEngine(engineId)} uses the PostgreSQL database of SLUICE_DATABASE_URL and would answer from other events than ` +
      `the engine in ${dataDir}: stop it, or name another database.`,
  );
}

/** Ends a connection that may be dead already, without waiting long for one that is silent. */
async function end(client: pg.Client): Promise<void> {
  const ended = new AbortController();
  const patience = delay(BEAT_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), patience]);
  ended.abort();
}
