import type { Dispatcher } from 'undici';
import type { EngineParameters } from '../../base/engine-parameter.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { LoopSlices } from '../../base/loop-slices.ts';
import type { ClickHouseRequest, EngineConnection } from './clickhouse-http.ts';
import { carrierOf } from './ddl/carrier.ts';
import { DATABASE } from './ddl/engine-tables.ts';
import { PROJECT_DATABASES, projectDatabase, projectDatabaseStatement } from './ddl/schema-statements.ts';
import { encodeParameter } from './encode-parameter.ts';
import {
  type CommandOptions,
  type Engine,
  type EngineInsert,
  type EngineQuery,
  type EngineRows,
  type EngineStream,
  type Lane,
  laneOf,
  type StreamedFormat,
  type StreamedSelect,
  type StreamOptions,
  type StreamStatistics,
} from './engine.ts';
import { mappedError } from './engine-error.ts';
import { readEngineRows } from './engine-rows.ts';
import { EngineRun } from './engine-run.ts';
import { parseRows } from './parse-rows.ts';
import { blockSettings, type EngineSettings, INSERT_SETTINGS, limitSettings } from './query-settings.ts';
import { appErrorOf, bodyOf, brokenOff, chunksOf } from './response-body.ts';
import { type ServerForm, writtenName } from './server-form.ts';
import { insertStatement, KILL_STATEMENT } from './statements/session-statements.ts';
import { cutStreamException, EXCEPTION_TAG_HEADER } from './stream-exception.ts';
import { cutBy, timeLimit } from './under-deadline.ts';

/**
 * How long an engine may stay silent past the time limit of a query; the engine checks the time only between blocks.
 */
const SILENCE_MS = 1000;
const COMMAND_TIMEOUT_MS = 600_000;

/** How a `ClickHouseEngine` reaches its engine, and what it does before it sends a reader's text. */
export interface ClickHouseEngineParts {
  /** The connections; undefined while there is no engine to connect to. */
  readonly connection: () => EngineConnection | undefined;
  /** True for an engine that other services use too. */
  readonly isShared?: boolean;
  /** Refuses a reader's text by throwing EngineException. */
  readonly checkQuery?: (sql: string) => void;
  /** Settings sent with every statement; sessions of the embedded engine begin with these settings. */
  readonly settings?: EngineSettings;
  /** Settings sent besides with every statement that adds rows. */
  readonly insertSettings?: EngineSettings;
  /** The server or cluster behind the connection; absent = an engine of ours. */
  readonly form?: ServerForm;
}

/** The engine over ClickHouse's HTTP protocol, which the embedded child and a server both speak. */
export class ClickHouseEngine implements Engine {
  readonly isShared: boolean;
  readonly objectsFrom: Engine['objectsFrom'];
  readonly #connection: ClickHouseEngineParts['connection'];
  readonly #checkQuery: (sql: string) => void;
  readonly #settings: EngineSettings;
  readonly #insertSettings: EngineSettings;
  readonly form: ServerForm | undefined;
  /** Joining a large answer would hold the event loop. */
  readonly #slices = new LoopSlices();
  /** Queries of readers that have not ended, by run id. */
  readonly #runs = new Map<string, EngineRun>();

  constructor({
    connection,
    isShared = false,
    checkQuery,
    settings,
    insertSettings,
    form,
  }: ClickHouseEngineParts) {
    this.isShared = isShared;
    this.objectsFrom = isShared ? 's3' : 'file';
    this.#connection = connection;
    this.#settings = settings ?? {};
    this.#insertSettings = { ...INSERT_SETTINGS, ...insertSettings };
    this.form = form;
    this.#checkQuery = checkQuery ?? (() => undefined);
  }

  async query(query: EngineQuery): Promise<EngineRows> {
    const encoded = withEncodedParameters(query);
    const run = this.#begin(query, query.limits.timeoutMs);
    return readEngineRows(await run.orLeave(this.#answer(encoded, run)));
  }

  async stream(query: EngineQuery, format: StreamedFormat): Promise<EngineStream> {
    const encoded = withEncodedParameters(query);
    const run = this.#begin(query, query.limits.timeoutMs);
    return streamOf(this.#read(encoded, format, run), run);
  }

  async streamCommand(select: StreamedSelect, options: StreamOptions): Promise<EngineStream> {
    const { timeoutMs, runId } = options;
    const { sql, parameters } = withEncodedParameters(select);
    const run = this.#begin(options, timeoutMs);
    const response = this.#send({
      as: 'writer',
      lane: options.lane ?? 'long',
      sql,
      parameters,
      format: select.format,
      queryId: runId,
      settings: {
        ...this.#settings,
        ...timeLimit(timeoutMs),
        ...options.settings,
      },
      isStreamed: true,
      timeoutMs: 0,
      onEnd: () => run.end(),
    });
    return streamOf(response, run);
  }

  async insert({ table, columns, format, body, select, deadline }: EngineInsert): Promise<void> {
    if (body.length === 0) return;
    const timeoutMs = cutBy(deadline, COMMAND_TIMEOUT_MS);
    const response = await this.#send({
      as: 'writer',
      lane: 'write',
      sql: insertStatement(`${DATABASE}.${writtenName(this.form, table)}`, columns, { format, select }),
      data: body,
      settings: { ...this.#insertSettings, ...(deadline && timeLimit(timeoutMs)) },
      timeoutMs,
      deadlineMs: deadline?.atMs,
    });
    await bodyOf(response);
  }

  async command(
    sql: string,
    parameters: EngineParameters = {},
    options: CommandOptions = {},
  ): Promise<EngineRows> {
    const timeoutMs = cutBy(options.deadline, options.timeoutMs ?? COMMAND_TIMEOUT_MS);
    const response = await this.#send({
      as: 'writer',
      lane: options.lane ?? laneOfStatement(sql),
      sql,
      parameters: encodeParameters(parameters),
      format: 'JSONCompact',
      settings: {
        ...this.#settings,
        ...(INSERT.test(sql) ? this.#insertSettings : {}),
        ...timeLimit(timeoutMs),
        ...options.settings,
      },
      timeoutMs: options.deadline === undefined ? timeoutMs + SILENCE_MS : timeoutMs,
      deadlineMs: options.deadline?.atMs,
    });
    return readEngineRows(await bodyOf(response));
  }

  async ensureProject(projectId: number): Promise<void> {
    await this.command(projectDatabaseStatement(projectId));
  }

  async prepareProjects(projectIds: readonly number[]): Promise<void> {
    const present = new Set(parseRows(await this.command(PROJECT_DATABASES)).map(([name]) => name));
    for (const projectId of projectIds)
      if (!present.has(projectDatabase(projectId))) await this.ensureProject(projectId);
  }

  /** On one node what was written is there. */
  async settle(): Promise<void> {}

  async cancel(runId: string): Promise<boolean> {
    const run = this.#runs.get(runId);
    if (run === undefined) return (await this.#kill(runId)).rowCount > 0;
    const wasLeft = run.isLeft;
    run.leave(mappedError('query_cancelled'));
    return !wasLeft;
  }

  whenEnded(runId: string): Promise<void> | undefined {
    return this.#runs.get(runId)?.ended;
  }

  isAnswering(): boolean {
    return this.#connection() !== undefined;
  }

  isSilent(): boolean {
    return !this.isAnswering();
  }

  async ping(): Promise<boolean> {
    return (await this.#connection()?.ping()) ?? false;
  }

  processId(): number | undefined {
    return undefined;
  }

  async close(): Promise<void> {
    await this.#connection()?.destroy();
  }

  /** Lets the caller of a query leave: by a signal, by `cancel`, or when the engine is silent for too long. */
  #begin({ runId, signal }: Pick<EngineQuery, 'runId' | 'signal'>, timeoutMs: number): EngineRun {
    const run = new EngineRun({
      signal,
      timeoutMs: timeoutMs + SILENCE_MS,
      ping: () => this.ping(),
      askToStop: () => this.#kill(runId),
      onEnd: () => this.#runs.delete(runId),
    });
    this.#runs.set(runId, run);
    return run;
  }

  async #kill(runId: string): Promise<EngineRows> {
    const response = await this.#send({
      as: 'writer',
      lane: 'control',
      sql: KILL_STATEMENT,
      parameters: encodeParameters({ run_id: { type: 'String', value: runId } }),
      format: 'JSONCompact',
      settings: this.#settings,
      timeoutMs: COMMAND_TIMEOUT_MS,
      about: runId,
    });
    return readEngineRows(await bodyOf(response));
  }

  async #answer(query: EncodedQuery, run: EngineRun): Promise<Buffer> {
    const chunks = await chunksOf(
      await this.#read(query, 'JSONCompact', run),
      query.limits.maxResultBytes,
      run,
    );
    return await this.#slices.run(joinedBytes(chunks));
  }

  async #read(query: EncodedQuery, format: string, run: EngineRun): Promise<Dispatcher.ResponseData> {
    const { sql, parameters, runId, limits } = query;
    return await this.#send({
      as: 'reader',
      lane: laneOf(limits.priority),
      sql,
      parameters,
      ...carrierOf(this.form, query.projectId),
      format,
      queryId: runId,
      settings: {
        ...this.#settings,
        ...limitSettings(limits),
        ...(query.blockRows === undefined ? {} : blockSettings(query.blockRows)),
        ...(query.int64AsString ? { output_format_json_quote_64bit_integers: 1 } : {}),
      },
      isStreamed: format !== 'JSONCompact',
      timeoutMs: 0,
      onEnd: () => run.end(),
    });
  }

  async #send(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const connection = this.#connectionFor(request);
    try {
      return await connection.send(request);
    } catch (error) {
      throw appErrorOf(error);
    }
  }

  #connectionFor(request: ClickHouseRequest): EngineConnection {
    try {
      const connection = this.#connection();
      if (connection === undefined) throw mappedError('engine_unavailable');
      if (request.as === 'reader') this.#checkQuery(request.sql);
      return connection;
    } catch (error) {
      request.onEnd?.();
      throw appErrorOf(error);
    }
  }
}

const INSERT = /^\s*INSERT\b/;

function laneOfStatement(sql: string): Lane {
  return sql.startsWith('SELECT') ? 'lookup' : 'write';
}

type Encoded<Query> = Omit<Query, 'parameters'> & { readonly parameters: Readonly<Record<string, string>> };
type EncodedQuery = Encoded<EngineQuery>;

/**
 * To be called before the run begins: a value that does not fit its type is refused here, and a run that nothing was
 * sent for would never end.
 */
function withEncodedParameters<Query extends { readonly parameters: EngineParameters }>(
  query: Query,
): Encoded<Query> {
  return { ...query, parameters: encodeParameters(query.parameters) };
}

function encodeParameters(parameters: EngineParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, encodeParameter(parameter)]),
  );
}

async function streamOf(beginning: Promise<Dispatcher.ResponseData>, run: EngineRun): Promise<EngineStream> {
  const response = await run.orLeave(beginning).catch((error: unknown) => {
    // Nobody reads what may still come.
    beginning.then(({ body }) => body.resume()).catch(() => undefined);
    throw error;
  });
  const ended = Promise.withResolvers<StreamStatistics>();
  // The statistics are for those who ask; an error is told to the reader of the body.
  ended.promise.catch(() => undefined);
  const tag = response.headers[EXCEPTION_TAG_HEADER];
  const chunks = cutStreamException(response.body, tag?.toString());
  run.left.addEventListener('abort', () => void drop(chunks), { once: true });
  return { body: read(), statistics: ended.promise };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = await run.orLeave(chunks.next());
        if (chunk.done) break;
        yield chunk.value;
      }
      run.end();
      ended.resolve(statisticsOf(response));
    } catch (error) {
      const reason = run.isLeft ? error : brokenOff(error);
      ended.reject(reason);
      throw reason;
    } finally {
      // For a consumer who leaves early; otherwise the end is settled.
      ended.reject(mappedError('query_cancelled'));
      if (!run.isEnded) run.leave(mappedError('query_cancelled'));
    }
  }
}

/** Reads and drops the rest of an answer; the connection stays busy until the query has ended. */
async function drop(chunks: AsyncGenerator<Uint8Array>): Promise<void> {
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The answer was broken off, as its reader wished.
  }
}

/** From the trailer when there is one: the header was written before the query ended. */
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
