import type { Dispatcher } from 'undici';
import type { EngineParameters } from '../../base/engine-parameter.ts';
import { brokenConnection, type ClickHouseHttp, type ClickHouseRequest } from './clickhouse-http.ts';
import { projectDatabase, projectDatabaseStatement } from './ddl/schema.ts';
import { DATABASE } from './ddl/tables.ts';
import { encodeParameter } from './encode-parameter.ts';
import type {
  CommandOptions,
  Engine,
  EngineInsert,
  EngineQuery,
  EngineRows,
  EngineStream,
  StreamedFormat,
  StreamedSelect,
  StreamOptions,
  StreamStatistics,
} from './engine.ts';
import { EngineException, mappedError, toAppError } from './engine-error.ts';
import { readEngineRows } from './engine-rows.ts';
import { type EngineSettings, limitSettings } from './query-settings.ts';
import { insertStatement, KILL_STATEMENT } from './statements/session-statements.ts';
import { cutStreamException, EXCEPTION_TAG_HEADER } from './stream-exception.ts';

/** How long an engine may stay silent past the time limit of a query: it looks at the time between blocks only. */
const SILENCE_MS = 1000;
const COMMAND_TIMEOUT_MS = 600_000;

/** How the engine talks to the one behind it, and what it does before a reader's text leaves. */
export interface ClickHouseEngineParts {
  /** The connections; undefined while there is no engine to connect to. */
  readonly connection: () => ClickHouseHttp | undefined;
  /** Refuses a reader's text by throwing EngineException. */
  readonly checkQuery?: (sql: string) => void;
  /** Settings sent with every statement; sessions of the embedded engine begin with theirs. */
  readonly settings?: EngineSettings;
}

/** The engine over ClickHouse's HTTP protocol: the embedded child and a server are spoken to by the same code. */
export class ClickHouseEngine implements Engine {
  readonly #connection: ClickHouseEngineParts['connection'];
  readonly #checkQuery: (sql: string) => void;
  readonly #settings: EngineSettings;
  /** Queries of readers that have not ended, by their id. */
  readonly #runs = new Map<string, AbortController>();

  constructor({ connection, checkQuery, settings }: ClickHouseEngineParts) {
    this.#connection = connection;
    this.#settings = settings ?? {};
    this.#checkQuery = checkQuery ?? (() => undefined);
  }

  async query(query: EngineQuery): Promise<EngineRows> {
    const signal = this.#begin(query);
    try {
      const response = await this.#read(query, 'JSONCompact', signal);
      return readEngineRows(await answerOf(response, query.limits.maxResultBytes, signal));
    } finally {
      this.#runs.delete(query.runId);
    }
  }

  async stream(query: EngineQuery, format: StreamedFormat): Promise<EngineStream> {
    return this.#streamed(query, (signal) => this.#read(query, format, signal));
  }

  async streamCommand(select: StreamedSelect, options: StreamOptions): Promise<EngineStream> {
    const { timeoutMs, runId } = options;
    return this.#streamed(options, (signal) =>
      this.#send({
        as: 'writer',
        sql: select.sql,
        parameters: encodeParameters(select.parameters),
        format: select.format,
        queryId: runId,
        settings: { ...this.#settings, max_execution_time: timeoutMs / 1000, ...options.settings },
        isStreamed: true,
        signal,
        timeoutMs: timeoutMs + SILENCE_MS,
      }),
    );
  }

  async insert({ table, columns, format, body, deduplicationToken }: EngineInsert): Promise<void> {
    if (body.length === 0) return;
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
    const timeoutMs = options.timeoutMs ?? COMMAND_TIMEOUT_MS;
    const response = await this.#send({
      as: 'writer',
      sql,
      parameters: encodeParameters(parameters),
      format: 'JSONCompact',
      settings: { ...this.#settings, max_execution_time: timeoutMs / 1000, ...options.settings },
      timeoutMs: timeoutMs + SILENCE_MS,
    });
    return readEngineRows(await bodyOf(response));
  }

  async ensureProject(projectId: number): Promise<void> {
    await this.command(projectDatabaseStatement(projectId));
  }

  async cancel(runId: string): Promise<boolean> {
    const run = this.#runs.get(runId);
    // Ends it also when it has not reached the engine yet.
    run?.abort();
    const { rowCount } = await this.command(KILL_STATEMENT, {
      run_id: { type: 'String', value: runId },
    });
    return run !== undefined || rowCount > 0;
  }

  async ping(): Promise<boolean> {
    return (await this.#connection()?.ping()) ?? false;
  }

  async close(): Promise<void> {
    await this.#connection()?.destroy();
  }

  async #streamed(
    run: Pick<EngineQuery, 'runId' | 'signal'>,
    begin: (signal: AbortSignal) => Promise<Dispatcher.ResponseData>,
  ): Promise<EngineStream> {
    const signal = this.#begin(run);
    const end = () => this.#runs.delete(run.runId);
    try {
      return streamOf(await begin(signal), signal, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Makes a query one that can be cancelled. @returns aborted by the caller or by `cancel` */
  #begin({ runId, signal }: Pick<EngineQuery, 'runId' | 'signal'>): AbortSignal {
    const run = new AbortController();
    this.#runs.set(runId, run);
    return signal === undefined ? run.signal : AbortSignal.any([signal, run.signal]);
  }

  async #read(query: EngineQuery, format: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { sql, runId, limits } = query;
    return await this.#send({
      as: 'reader',
      sql,
      parameters: encodeParameters(query.parameters),
      database: projectDatabase(query.projectId),
      format,
      queryId: runId,
      settings: {
        ...this.#settings,
        ...limitSettings(limits),
        ...(query.int64AsString ? { output_format_json_quote_64bit_integers: 1 } : {}),
      },
      isStreamed: format !== 'JSONCompact',
      signal,
      timeoutMs: limits.timeoutMs + SILENCE_MS,
    });
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

/** The bytes of an answer, at most `maxBytes`: the engine's own limit counts bytes of columns, here the text counts. */
async function answerOf(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.length;
      // Leaving the loop breaks the connection off instead of reading the rest.
      if (byteLength > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw brokenOff(error, signal);
  }
  if (byteLength > maxBytes) throw mappedError('query_too_large');
  return Buffer.concat(chunks, byteLength);
}

function appErrorOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return mappedError('query_cancelled', error);
  return error instanceof EngineException ? toAppError(error) : error;
}

/** Of an answer that ended too early. */
function brokenOff(error: unknown, signal: AbortSignal | undefined): unknown {
  const isTold = error instanceof EngineException || signal?.aborted;
  return appErrorOf(isTold ? error : brokenConnection(error), signal);
}

function streamOf(response: Dispatcher.ResponseData, signal: AbortSignal, end: () => void): EngineStream {
  const ended = Promise.withResolvers<StreamStatistics>();
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
      end();
    }
  }
}

/** Of the trailer when there is one: the header was written before the query ended. */
function statisticsOf({ headers, trailers }: Dispatcher.ResponseData): StreamStatistics {
  const summary = JSON.parse(
    String(trailers['x-clickhouse-summary'] ?? headers['x-clickhouse-summary'] ?? '{}'),
  );
  return {
    resultRows: Number(summary.result_rows ?? 0),
    rowsRead: Number(summary.read_rows ?? 0),
    bytesRead: Number(summary.read_bytes ?? 0),
    elapsedMs: Number(summary.elapsed_ns ?? 0) / 1e6,
    memoryBytes: Number(summary.memory_usage ?? 0),
  };
}
