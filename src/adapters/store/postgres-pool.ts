import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { invariant } from '../../base/invariant.ts';
import { toStoredValue } from './column-codec.ts';
import { translatePostgresError } from './postgres-error.ts';
import { fromStoredText, toStoredText } from './postgres-text.ts';

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
/** A transaction whose process stopped to answer is ended by the server, so that its locks go. */
const IDLE_IN_TRANSACTION_MS = 30_000;

export interface PostgresPoolOptions {
  readonly url: string;
  /** Most connections at once. */
  readonly maxConnections: number;
  /** 0 = no limit. */
  readonly statementTimeoutMs: number;
  /** Longest wait for a free connection, a new one included. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

/**
 * A bounded pool of connections as Kysely wants it. The border to PostgreSQL: whole numbers come back as numbers, any
 * text can be stored, and errors are those of the store.
 */
export function openPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'sluice',
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser },
  });
  // A connection that is lost between statements is replaced; one lost within a statement rejects that statement.
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  return {
    options: pool.options,
    connect: async () => borderClient(await pool.connect().catch(rethrow)),
    end: () => pool.end(),
  };
}

/** A client whose values and errors are translated. */
function borderClient(client: pg.PoolClient): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<object>> => {
    const result = await client.query<object>(sql, parameters.map(toPostgresValue)).catch(rethrow);
    for (const row of result.rows) restoreTexts(row);
    // Border: the driver's type leaves the command open; Kysely compares it with the ones it knows.
    return result as unknown as PostgresQueryResult<object>;
  };
  // Border: Kysely's type of `query` is generic in the row, which only the caller knows.
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

function toPostgresValue(given: unknown): unknown {
  const value = toStoredValue(given);
  return typeof value === 'string' ? toStoredText(value) : value;
}

function restoreTexts(row: object): void {
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'string') Reflect.set(row, name, fromStoredText(value));
}

/** bigint and numeric, which the driver would give as text. Counts, instants and versions stay below 2^53. */
const NUMBER_OIDS: readonly number[] = [20, 1700];

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (!NUMBER_OIDS.includes(oid)) return pg.types.getTypeParser(oid, format);
  return (text) => {
    const number = Number(text);
    invariant(!Number.isInteger(number) || Number.isSafeInteger(number), 'stored numbers fit a double');
    return number;
  };
}

function ignoreLoss(): void {
  // Nothing is lost that nobody waits for.
}

function rethrow(error: unknown): never {
  throw translatePostgresError(error);
}
