import type { EngineParameters } from '../../base/engine-parameter.ts';
import type { EngineFormat } from '../../schema/output-format.ts';
import type { HasForm } from './server-form.ts';

/**
 * The analytics engine as the rest of the program sees it: ClickHouse, embedded or remote, spoken to over its HTTP
 * protocol. Only this folder knows how.
 */

/**
 * Lanes never wait for one another's connections: answers of runs; what takes long or is read slowly
 * (streams, exports, builds); what the program itself looks up; what it writes while nobody else may; imports and
 * upkeep, which may take minutes; and what stops queries.
 */
export type Lane = 'read' | 'long' | 'lookup' | 'write' | 'bulk' | 'control';

/** From this value of `priority` on a query is long work. */
const LONG_WORK = 10;

/** The lane in which a SELECT of that priority runs. */
export function laneOf(priority: number): Lane {
  return priority >= LONG_WORK ? 'long' : 'read';
}

/** What a query may use: hard limits. Past a limit the query ends with an error, never with part of an answer. */
export interface QueryLimits {
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  readonly maxResultRows: number;
  readonly maxResultBytes: number;
  readonly maxRowsToRead?: number;
  readonly maxBytesToRead?: number;
  readonly maxThreads: number;
  /** 1 = endpoint runs, 10 = streams, builds, exports and imports; see `laneOf`. */
  readonly priority: number;
}

/** `TSVRaw` hands on a column of texts, one a line. */
export type StreamedFormat = EngineFormat | 'TSVRaw';

/** One SELECT printed by the compiler. It has no FORMAT, SETTINGS, comment or semicolon; the front refuses those. */
export interface EngineQuery {
  readonly sql: string;
  readonly parameters: EngineParameters;
  /**
   * Carrier of tenancy, which the row policies read: the session's current database becomes `p_<projectId>`, or on a
   * server its user is `sluice_p_<projectId>`.
   */
  readonly projectId: number;
  /** Tag by which the query can be cancelled; unique per execution, `[A-Za-z0-9_-]{1,64}`. */
  readonly runId: string;
  readonly limits: QueryLimits;
  readonly int64AsString?: boolean;
  /** Rows per block: the engine checks time and memory between blocks; absent = the engine's own number. */
  readonly blockRows?: number;
  readonly signal?: AbortSignal;
}

export interface EngineStatistics {
  /** Rows read from tables. Of a stream of the embedded engine: rows of the answer, as nothing else is told. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedMs: number;
  /** Peak memory in bytes; 0 when the engine does not say. */
  readonly memoryBytes: number;
}

export interface EngineColumn {
  readonly name: string;
  /** The engine's type name, such as `Nullable(Float64)`. */
  readonly type: string;
}

/**
 * A buffered answer. `rows` holds one JSON array per row, rows joined by `,` (white space may follow it) and without
 * the outer brackets, so that `[` + rows + `]` is the JSON array of all rows. `rowCount` counts them.
 */
export interface EngineRows {
  readonly columns: readonly EngineColumn[];
  readonly rows: Uint8Array;
  readonly rowCount: number;
  /** Byte offset in `rows` right after the comma before the last row; 0 when there is one row or none. */
  readonly lastRowStart: number;
  readonly statistics: EngineStatistics;
}

export interface StreamStatistics extends EngineStatistics {
  /** Rows of the answer. */
  readonly resultRows: number;
}

/** A streamed answer. The consumer must drain or destroy `body`; an error in mid-stream rejects the iteration. */
export interface EngineStream {
  readonly body: AsyncIterable<Uint8Array>;
  readonly statistics: Promise<StreamStatistics>;
}

export interface EngineInsert {
  /** A table of `app`, without database, such as `events`. */
  readonly table: string;
  readonly columns: readonly string[];
  readonly format: 'JSONEachRow' | 'JSONCompactEachRow' | 'RowBinary';
  readonly body: Uint8Array;
  /**
   * A SELECT of our own that makes the rows of the table from `input('<structure>')`, which stands for the given ones;
   * absent = the given rows are those of the table.
   */
  readonly select?: string;
  readonly deadline?: WriteDeadline;
}

/** When statements of a holder of the write lease must have ended. It moves on while the lease is renewed. */
export interface WriteDeadline {
  /** Milliseconds since 1970 by the clock of the metadata store. An engine process refuses what reaches it later. */
  readonly atMs: number;
  /** Milliseconds left. @throws AppError engine_unavailable when none are left, or the lease is lost */
  leftMs(): number;
}

export interface Engine extends HasForm {
  /** True when other services may use the same engine, so that its rows are not this service's alone. */
  readonly isShared: boolean;
  /** Where the engine finds objects: in files of this machine, or in the bucket of SLUICE_OBJECT_STORE. */
  readonly objectsFrom: 'file' | 's3';
  /** Runs a SELECT as reader of one project and answers when all rows are there. */
  query(query: EngineQuery): Promise<EngineRows>;
  /** Runs a SELECT as reader of one project and hands on the bytes of the answer as they come. */
  stream(query: EngineQuery, format: StreamedFormat): Promise<EngineStream>;
  /** Writes rows as writer. Durable when it resolves. */
  insert(insert: EngineInsert): Promise<void>;
  /**
   * Runs one statement as writer (DDL, INSERT ... SELECT, maintenance reads). Its text comes from
   * `adapters/engine/ddl` or `adapters/engine/statements` only.
   */
  command(sql: string, parameters?: EngineParameters, options?: CommandOptions): Promise<EngineRows>;
  /** As `command`, for a SELECT whose answer is handed on as it comes; `runId` cancels the SELECT. */
  streamCommand(select: StreamedSelect, options: StreamOptions): Promise<EngineStream>;
  /** Makes what a reader of a project needs, a database or a user. To be called before its first query; idempotent. */
  ensureProject(projectId: number): Promise<void>;
  /** As `ensureProject` for many: asks once which of them are ready. */
  prepareProjects(projectIds: readonly number[]): Promise<void>;
  /**
   * Resolves when every replica that answers has the rows that were written to these tables (without database). Only a
   * cluster has anything to wait for.
   * @throws AppError engine_unavailable when it takes too long: the rows are stored and not visible everywhere
   */
  settle(tables: readonly string[]): Promise<void>;
  /** Asks the engine to stop the query of that run, and tells the caller so. True when a query was running. */
  cancel(runId: string): Promise<boolean>;
  /**
   * Resolves when the engine has ended the query or stream of that run, perhaps long after the caller was told of a
   * failure; undefined when the engine has ended it already. Never rejects.
   */
  whenEnded(runId: string): Promise<void> | undefined;
  /** False while the engine is known to be away or silent; known without asking the engine. */
  isAnswering(): boolean;
  /** Whether the engine was asked and has not answered for two seconds; less than what makes it count as away. */
  isSilent(): boolean;
  /** Asks the engine. True when the engine answers. */
  ping(): Promise<boolean>;
  /** The process of an engine that this service started, for diagnosis; undefined while there is none. */
  processId(): number | undefined;
  close(): Promise<void>;
}

export interface CommandOptions {
  /** Default: `lookup` for a SELECT, `write` for the rest. */
  readonly lane?: Lane;
  readonly timeoutMs?: number;
  /** Cuts `timeoutMs`. */
  readonly deadline?: WriteDeadline;
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface StreamedSelect {
  readonly sql: string;
  readonly parameters: EngineParameters;
  readonly format: StreamedFormat;
}

export interface StreamOptions extends CommandOptions {
  readonly timeoutMs: number;
  readonly runId: string;
  readonly signal?: AbortSignal;
}
