import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { InvariantError, invariant } from '../../base/invariant.ts';
import { toStoredValue } from './column-codec.ts';
import { UniqueViolationError } from './unique-violation-error.ts';

/** Of prepared statements, kept per connection. The program has about a hundred different texts. */
const STATEMENTS_BYTES = 8 * 1024 * 1024;
/** What a prepared statement takes, about: by itself, and for each character of its text. */
const STATEMENT_BYTES = 4_000;
const CHARACTER_BYTES = 10;

/**
 * Kysely's view of one `node:sqlite` connection. Kysely itself lets one caller at a time have the connection, so a
 * transaction never mixes with statements of others. Statements run synchronously, as SQLite does; between two of them
 * the event loop gets a turn when they have held it for some milliseconds, so that a transaction of thousands of rows
 * holds up nobody but those who wait for the store.
 */
export class SqliteDriver implements Driver {
  readonly #sqlite: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #afterCommit: () => Promise<void>;

  /** @param afterCommit resolves when what was committed is durable; only then is the writer told */
  constructor(sqlite: DatabaseSync, afterCommit: () => Promise<void> = async () => {}) {
    this.#sqlite = sqlite;
    this.#afterCommit = afterCommit;
    this.#connection = new SqliteConnection(sqlite, afterCommit);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** IMMEDIATE: takes the write lock now, so that a transaction that reads first cannot fail with BUSY later. */
  async beginTransaction(): Promise<void> {
    this.#execute('begin immediate');
    this.#connection.isInTransaction = true;
  }

  async commitTransaction(): Promise<void> {
    this.#execute('commit');
    this.#connection.isInTransaction = false;
    await this.#afterCommit();
  }

  /** Some errors, such as a full disk, end the transaction by themselves; a second end would hide the first error. */
  async rollbackTransaction(): Promise<void> {
    this.#connection.isInTransaction = false;
    try {
      this.#execute('rollback');
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }

  #execute(sql: string): void {
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#sqlite.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  /** A statement outside a transaction is one by itself. */
  isInTransaction = false;
  readonly #sqlite: DatabaseSync;
  readonly #afterCommit: () => Promise<void>;
  readonly #statements = new LRUCache<string, StatementSync>({
    maxSize: STATEMENTS_BYTES,
    sizeCalculation: (_, sql) => STATEMENT_BYTES + CHARACTER_BYTES * sql.length,
  });
  readonly #countChanges: StatementSync;
  readonly #turn = new LoopTurn();

  constructor(sqlite: DatabaseSync, afterCommit: () => Promise<void>) {
    this.#sqlite = sqlite;
    this.#afterCommit = afterCommit;
    this.#countChanges = sqlite.prepare('select changes() as changes');
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#turn.mayEnd();
    const result = this.#execute<Row>(compiled);
    if (result.numAffectedRows !== undefined && !this.isInTransaction) await this.#afterCommit();
    return result;
  }

  #execute<Row>(compiled: CompiledQuery): QueryResult<Row> {
    try {
      const statement = this.#prepare(compiled.sql);
      // Border: Kysely derives Row from the same query that made the text.
      const rows = statement.all(...compiled.parameters.map(toSqliteValue)) as Row[];
      if (compiled.query.kind === 'SelectQueryNode') return { rows };
      return { rows, numAffectedRows: BigInt(Number(this.#countChanges.get()?.['changes'] ?? 0)) };
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** The store reads its rows page by page. */
  streamQuery(): never {
    throw new InvariantError('the store does not stream');
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const MOST_OF_A_TURN_MS = 5;

/** Knows for how long the statements of one turn of the event loop have held it. */
class LoopTurn {
  #startedMs: number | undefined;

  /** Waits for the next turn when this one has been long. */
  async mayEnd(): Promise<void> {
    if (this.#startedMs === undefined) this.#begin();
    else if (stopwatchMs() - this.#startedMs > MOST_OF_A_TURN_MS)
      await new Promise((next) => setImmediate(next));
  }

  #begin(): void {
    this.#startedMs = stopwatchMs();
    setImmediate(() => {
      this.#startedMs = undefined;
    });
  }
}

function toSqliteValue(given: unknown): SQLInputValue {
  const value = toStoredValue(given);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  invariant(value instanceof Uint8Array, `cannot store a value of type ${typeof value}`);
  return value;
}

/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const UNIQUE_CODES: ReadonlySet<unknown> = new Set([2067, 1555]);
/** SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN: the outside world, not our statement. */
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  if (UNIQUE_CODES.has(error.errcode)) return new UniqueViolationError(error);
  // The low byte is the primary result code, the rest says more about it.
  if (!UNAVAILABLE_CODES.has(error.errcode & 0xff)) return error;
  return new AppError('store_unavailable', 'The metadata store cannot be used at the moment.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}
