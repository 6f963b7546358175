import type { Dispatcher } from 'undici';
import type { EngineParameters } from '../../base/engine-parameter.ts';
import type { AppError } from '../../base/errors.ts';
import type { ClickHouseHttp, ClickHouseRequest } from './clickhouse-http.ts';
import { projectDatabase, projectDatabaseStatement } from './ddl/schema.ts';
import { DATABASE } from './ddl/tables.ts';
import { encodeParameter } from './encode-parameter.ts';
import type {
  CommandOptions,
  Engine,
  EngineInsert,
  EngineQuery,
  EngineRows,
  EngineStatistics,
  EngineStream,
  StreamedFormat,
} from './engine.ts';
import { EngineException, mappedError, toAppError } from './engine-error.ts';
import { readEngineRows } from './engine-rows.ts';
import { type EngineSettings, limitSettings, OUTPUT_SETTINGS, QUERY_SETTINGS } from './query-settings.ts';
import { insertStatement, KILL_STATEMENT, runTag } from './statements/session-statements.ts';
import { cutStreamException, EXCEPTION_TAG_HEADER } from './stream-exception.ts';

/** How long an engine may stay silent past the time limit of a query. */
const SILENCE_MS = 5000;
const COMMAND_TIMEOUT_MS = 600_000;
/** A query that was sent may not have begun when it is to be cancelled. */
const CANCEL_ATTEMPTS = 20;
const CANCEL_PAUSE_MS = 25;

/** How the engine talks to the one behind it, and what it does before a reader's text leaves. */
export interface ClickHouseEngineParts {
  /** The connections; undefined while there is no engine to connect to. */
  readonly connection: () => ClickHouseHttp | undefined;
  /** Refuses a reader's text by throwing EngineException. */
  readonly checkQuery?: (sql: string) => void;
  /** Settings of every reader's query; the embedded front adds its own. */
  readonly readerSettings?: EngineSettings;
}

/** The engine over ClickHouse's HTTP protocol: the embedded child and a server are spoken to by the same code. */
export class ClickHouseEngine implements Engine {
  readonly #connection: ClickHouseEngineParts['connection'];
  readonly #checkQuery: (sql: string) => void;
  readonly #readerSettings: EngineSettings;
  /** Ids of the queries that were sent and are not answered. */
  readonly #runs = new Set<string>();

  constructor({ connection, checkQuery, readerSettings }: ClickHouseEngineParts) {
    this.#connection = connection;
    this.#readerSettings = readerSettings ?? {};
    this.#checkQuery = checkQuery ?? (() => undefined);
  }

  async query(query: EngineQuery): Promise<EngineRows> {
    const response = await this.#read(query, 'JSONCompact', false);
    const { maxResultBytes } = query.limits;
    // The engine counts bytes of columns, and not at all for constants; here the written text counts.
    if (Number(response.headers['content-length'] ?? 0) > maxResultBytes) throw tooLarge(response);
    const body = await bodyOf(response, query.signal);
    if (body.length > maxResultBytes) throw tooLarge(response);
    return readEngineRows(body);
  }

  async stream(query: EngineQuery, format: StreamedFormat): Promise<EngineStream> {
    const response = await this.#read(query, format, true);
    return streamOf(response, query.signal);
  }

  async insert({ table, columns, format, body, deduplicationToken }: EngineInsert): Promise<void> {
    const response = await this.#send({
      as: 'writer',
      sql: insertStatement(`${DATABASE}.${table}`, columns, format),
      data: body,
      settings: deduplicationToken === undefined ? {} : { insert_deduplication_token: deduplicationToken },
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
    await bodyOf(response);
  }

  async command(
    sql: string,
    parameters: EngineParameters = {},
    options: CommandOptions = {},
  ): Promise<EngineRows> {
    const response = await this.#send({
      as: 'writer',
      sql,
      parameters: encodeParameters(parameters),
      format: 'JSONCompact',
      settings: { ...QUERY_SETTINGS, ...OUTPUT_SETTINGS, ...options.settings },
      timeoutMs: options.timeoutMs ?? COMMAND_TIMEOUT_MS,
    });
    return readEngineRows(await bodyOf(response));
  }

  async ensureProject(projectId: number): Promise<void> {
    await this.command(projectDatabaseStatement(projectId));
  }

  async cancel(runId: string): Promise<boolean> {
    const parameters: EngineParameters = {
      run_id: { type: 'String', value: runId },
      tag: { type: 'String', value: runTag(runId) },
    };
    for (let attempt = 0; attempt < CANCEL_ATTEMPTS; attempt += 1) {
      const { rowCount } = await this.command(KILL_STATEMENT, parameters);
      if (rowCount > 0) return true;
      if (!this.#runs.has(runId)) return false;
      await new Promise((resolve) => setTimeout(resolve, CANCEL_PAUSE_MS));
    }
    return false;
  }

  async ping(): Promise<boolean> {
    return (await this.#connection()?.ping()) ?? false;
  }

  async close(): Promise<void> {
    await this.#connection()?.destroy();
  }

  async #read(query: EngineQuery, format: string, isStreamed: boolean): Promise<Dispatcher.ResponseData> {
    const { sql, runId, limits, signal } = query;
    this.#runs.add(runId);
    try {
      return await this.#send({
        as: 'reader',
        sql,
        parameters: encodeParameters(query.parameters),
        database: projectDatabase(query.projectId),
        format,
        queryId: runId,
        settings: {
          ...this.#readerSettings,
          ...limitSettings(limits),
          ...(query.int64AsString ? { output_format_json_quote_64bit_integers: 1 } : {}),
        },
        isStreamed,
        signal,
        timeoutMs: limits.timeoutMs + SILENCE_MS,
      });
    } finally {
      this.#runs.delete(runId);
    }
  }

  async #send(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const connection = this.#connection();
    if (connection === undefined) throw mappedError('engine_unavailable');
    try {
      if (request.as === 'reader') this.#checkQuery(request.sql);
      return await connection.send(request);
    } catch (error) {
      throw appErrorOf(error, request.signal);
    }
  }
}

function encodeParameters(parameters: EngineParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, encodeParameter(parameter)]),
  );
}

async function bodyOf(response: Dispatcher.ResponseData, signal?: AbortSignal): Promise<Buffer> {
  try {
    return Buffer.from(await response.body.arrayBuffer());
  } catch (error) {
    throw brokenOff(error, signal);
  }
}

function tooLarge(response: Dispatcher.ResponseData): AppError {
  // Breaks the connection off instead of reading the rest.
  response.body.destroy();
  return mappedError('query_too_large');
}

function appErrorOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return mappedError('query_cancelled', error);
  return error instanceof EngineException ? toAppError(error) : error;
}

/** Of an answer that ended too early. */
function brokenOff(error: unknown, signal: AbortSignal | undefined): unknown {
  const isTold = error instanceof EngineException || signal?.aborted;
  return appErrorOf(isTold ? error : mappedError('engine_unavailable', error), signal);
}

function streamOf(response: Dispatcher.ResponseData, signal: AbortSignal | undefined): EngineStream {
  const ended = Promise.withResolvers<EngineStatistics>();
  // The statistics are for those who ask; an error is told to the reader of the body.
  ended.promise.catch(() => undefined);
  const tag = response.headers[EXCEPTION_TAG_HEADER];
  return { body: read(), statistics: ended.promise };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* cutStreamException(response.body, tag?.toString());
      ended.resolve(statisticsOf(response));
    } catch (error) {
      const reason = brokenOff(error, signal);
      ended.reject(reason);
      throw reason;
    } finally {
      // For a consumer who leaves early; otherwise it is settled.
      ended.reject(mappedError('query_cancelled'));
    }
  }
}

/** Of the trailer when there is one: the header was written before the query ended. */
function statisticsOf({ headers, trailers }: Dispatcher.ResponseData): EngineStatistics {
  const summary = JSON.parse(
    String(trailers['x-clickhouse-summary'] ?? headers['x-clickhouse-summary'] ?? '{}'),
  );
  return {
    rowsRead: Number(summary.read_rows ?? 0),
    bytesRead: Number(summary.read_bytes ?? 0),
    elapsedMs: Number(summary.elapsed_ns ?? 0) / 1e6,
    memoryBytes: Number(summary.memory_usage ?? 0),
  };
}
