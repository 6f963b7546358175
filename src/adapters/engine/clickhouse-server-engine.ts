import { createHash, createHmac } from 'node:crypto';
import { ClickHouseEngine } from './clickhouse-engine.ts';
import { ClickHouseHttp, laneConnections } from './clickhouse-http.ts';
import { makeTables } from './ddl/make-tables.ts';
import { SERVER_READER, serverAccessStatements } from './ddl/server-access.ts';
import type { Engine } from './engine.ts';
import { engineRefusal } from './engine-error.ts';
import { blockSettings, limitSettings, OUTPUT_SETTINGS, QUERY_SETTINGS } from './query-settings.ts';
import { refusalOfQueryText } from './refusal-of-query-text.ts';

export interface ClickHouseServerOptions {
  /** Address of the HTTP interface, with name and password of a user who may manage tables and access. */
  readonly url: string;
  /** Names of the engine functions that readers may call, as the compiler spells them. */
  readonly allowedFunctions: readonly string[];
  /** How many queries of runs, and how many long queries, run at once. */
  readonly places?: { readonly read: number; readonly long: number };
}

const DEFAULT_PLACES = { read: 8, long: 6 };

/**
 * Connects to a ClickHouse server and makes database, tables, reader and row policies where they are missing.
 * @throws AppError engine_unavailable when the server cannot be reached
 */
export async function createClickHouseServerEngine(options: ClickHouseServerOptions): Promise<Engine> {
  const url = new URL(options.url);
  const writer = {
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
  };
  const reader = { user: SERVER_READER, password: readerPassword(writer.password) };
  const connection = new ClickHouseHttp(
    { url: url.origin, reader, writer },
    laneConnections(options.places ?? DEFAULT_PLACES),
  );
  const allowedFunctions = new Set(options.allowedFunctions);
  const engine = new ClickHouseEngine({
    connection: () => connection,
    settings: {
      ...QUERY_SETTINGS,
      ...OUTPUT_SETTINGS,
      cancel_http_readonly_queries_on_client_close: 1,
    },
    checkQuery: (sql) => {
      const refusal = refusalOfQueryText(sql, allowedFunctions);
      if (refusal !== undefined) throw engineRefusal('ACCESS_DENIED', `Refused before sending: ${refusal}`);
    },
  });
  const passwordHash = createHash('sha256').update(reader.password).digest('hex');
  const statements = serverAccessStatements({ passwordHash, settings: READER_SETTINGS });
  try {
    await makeTables(engine);
    for (const statement of statements) await engine.command(statement);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** Every setting that may come with a reader's query. */
const READER_SETTINGS: readonly string[] = Object.keys({
  ...QUERY_SETTINGS,
  ...OUTPUT_SETTINGS,
  ...limitSettings({
    timeoutMs: 0,
    maxMemoryBytes: 0,
    maxResultRows: 0,
    maxResultBytes: 0,
    maxThreads: 0,
    priority: 0,
  }),
  ...blockSettings(1),
  cancel_http_readonly_queries_on_client_close: 1,
});

/** The same password for every replica; unknown to anybody who does not know the writer's password. */
function readerPassword(writerPassword: string): string {
  return createHmac('sha256', writerPassword).update(SERVER_READER).digest('hex');
}
