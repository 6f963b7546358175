import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Deadline } from '../../base/deadline.ts';
import { newRandomUuid } from '../../base/ids.ts';
import { StartupError } from '../../base/startup-error.ts';
import { endPostgresClient } from './end-postgres-client.ts';
import type { EngineHold } from './engine-hold.ts';
import { unusableServer } from './unusable-server.ts';

export interface EngineHoldOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Names the engine; lives and dies with its data folder. */
  readonly engineId: string;
  /** What the service calls its engine in a sentence. */
  readonly engine: string;
  /** True when other services with the same engine may have the store too. */
  readonly isShared: boolean;
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
 * Services that share an engine share the lock, and each has one of its own on its name.
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
      if (!mayGo) throw refusalBeside(engineOf(holder), options.engine);
      if (deadline.isOver)
        throw options.isShared ? refusalOfName(options) : refusalBeside(engineOf(holder), options.engine);
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
    if (client !== undefined) await endPostgresClient(client);
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
      const inTheWay = await this.#findInTheWay(client);
      if (inTheWay === null) this.#client = client;
      else await endPostgresClient(client);
      return inTheWay;
    } catch (error) {
      await endPostgresClient(client);
      throw error;
    }
  }

  /** Takes the locks. Null when they are ours, else the name of the session that has one of them. */
  async #findInTheWay(client: pg.Client): Promise<string | null> {
    const { isShared, engineId } = this.#options;
    if (!(await tryLock(client, isShared ? 'shared' : 'alone', STORE_LOCK)))
      return findHolder(client, STORE_LOCK, isShared);
    if (!isShared) return null;
    const nameLock = nameLockOf(client, engineId);
    return (await tryLock(client, 'alone', nameLock)) ? null : findHolder(client, nameLock, false);
  }

  #lose(client: pg.Client | undefined): void {
    if (client === undefined || this.#client !== client) return;
    this.#client = undefined;
    void endPostgresClient(client);
    if (!this.#closing.signal.aborted)
      this.#options.onChange('lost', 'The connection that holds the metadata store for this engine is lost.');
  }
}

/**
 * The engine that has the metadata store on a server now; undefined when none has.
 * @param isShared services that share an engine are not looked for
 * @throws the driver's error
 */
export async function findEngineHolder(url: string, isShared: boolean): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string | null }>(holderStatement(STORE_LOCK, isShared));
    return rows[0] === undefined ? undefined : engineOf(rows[0].name ?? '');
  } finally {
    await endPostgresClient(client);
  }
}

/** SQL of the number of the lock on the store. */
const STORE_LOCK = `(${LOCK_CLASS}::bigint << 32) | ${SCHEMA}::bigint`;

/** SQL of the number of the lock on the name of a service, whose progress and imports go by that name. */
function nameLockOf(client: pg.Client, name: string): string {
  return `hashtextextended(coalesce(current_schema(), '') || ' replica ' || ${client.escapeLiteral(name)}, 0)`;
}

async function tryLock(client: pg.Client, how: keyof typeof TAKE, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select ${TAKE[how]}(${lock}) as held`);
  return rows[0]?.held === true;
}

/** Name of the session that has a lock; empty when that is not told to this user. */
async function findHolder(client: pg.Client, lock: string, isShared: boolean): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(holderStatement(lock, isShared));
  return rows[0]?.name ?? '';
}

const TAKE = { shared: 'pg_try_advisory_lock_shared', alone: 'pg_try_advisory_lock' } as const;

/**
 * Name of the session that has a lock; null when that is not told to this user.
 * @param isShared only a session that has the lock alone is in the way
 */
const holderStatement = (lock: string, isShared: boolean): string => `
  select application_name as name from pg_locks left join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32) | objid::bigint = (${lock})
    ${isShared ? "and mode = 'ExclusiveLock'" : ''} and database = (select oid from pg_database where datname = current_database())`;

/** `sluice engine 6f.../1a2b3c4d` → `6f...` */
function engineOf(holder: string): string {
  return (holder.startsWith(APPLICATION) ? holder.slice(APPLICATION.length) : '').split('/', 1)[0] ?? '';
}

function otherEngine(engineId: string): string {
  return `Another Sluice service with an engine of its own (${engineId || 'of unknown name'})`;
}

/** Why a service with `engine` does not start beside that engine. */
export function refusalBeside(engineId: string, engine: string): StartupError {
  return new StartupError(
    `${otherEngine(engineId)} uses the PostgreSQL database of SLUICE_DATABASE_URL and would answer from other events than ` +
      `${engine}: stop it, or name another database.`,
  );
}

/** Why a service does not start under the name of one that runs. */
function refusalOfName({ engineId }: EngineHoldOptions): StartupError {
  return new StartupError(
    `Another Sluice service runs under the name ${engineId}, which stands in replica-id of its data folder: each ` +
      'service needs a folder of its own. Stop the other one; from a copy of its folder remove replica-id and spool.',
  );
}
