import pg from 'pg';
import { endPostgresClient } from './end-postgres-client.ts';
import { translatePostgresError } from './postgres-error.ts';

/** Any number that no other program on the database uses for its advisory locks of two parts. */
const LOCK_CLASS = 730_201_905;
const CONNECT_MS = 10_000;
/** Within 20 s the server lets the place of a machine go that is silent. */
const KEEP_ALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2';
/** An idle connection is kept for the next one who lines up, so that a turn costs no handshake. */
const MOST_IDLE = 1;

/**
 * Lines of those who wait for a turn, over all processes of a store. Each waits in a session of its own for an advisory
 * lock, which PostgreSQL gives in the order in which it was asked for, and whose end frees the place however it comes.
 * A place in front is no right to anything: it only says whose turn it is to try.
 */
export class PostgresLine {
  readonly #url: string;
  readonly #idle: pg.Client[] = [];
  #isClosed = false;

  /** @param url `postgres://user:password@host:port/database` */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Resolves in front of the line of that name, with how to leave.
   * @throws AppError store_unavailable; the reason of `signal`
   */
  async lineUp(name: string, signal: AbortSignal): Promise<() => Promise<void>> {
    signal.throwIfAborted();
    const client = this.#idle.pop() ?? (await this.#connect());
    const give = (): void => void endPostgresClient(client);
    signal.addEventListener('abort', give, { once: true });
    try {
      await client.query(`select pg_advisory_lock(${KEY})`, [LOCK_CLASS, name]);
    } catch (error) {
      give();
      signal.throwIfAborted();
      throw translatePostgresError(error);
    } finally {
      signal.removeEventListener('abort', give);
    }
    return () => this.#leave(client, name);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.splice(0).map(endPostgresClient));
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'sluice writers',
      connectionTimeoutMillis: CONNECT_MS,
    });
    // Its next statement tells.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(KEEP_ALIVE);
      return client;
    } catch (error) {
      await endPostgresClient(client);
      throw translatePostgresError(error);
    }
  }

  async #leave(client: pg.Client, name: string): Promise<void> {
    try {
      await client.query(`select pg_advisory_unlock(${KEY})`, [LOCK_CLASS, name]);
      if (this.#isClosed || this.#idle.length >= MOST_IDLE) await client.end();
      else this.#idle.push(client);
    } catch {
      // The place went with the connection.
      await endPostgresClient(client);
    }
  }
}

/** An advisory lock is one of the database; the schema keeps stores in other schemas apart. */
const KEY = "$1::integer, hashtext(coalesce(current_schema(), '') || ' ' || $2::text)";
