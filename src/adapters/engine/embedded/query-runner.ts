import { once } from 'node:events';
import { encodeParameter } from '../encode-parameter.ts';
import { laneOf } from '../engine.ts';
import { engineRefusal } from '../engine-error.ts';
import {
  intoPipe,
  KILL_STATEMENT,
  RUN_ID_SETTING,
  setStatement,
  writerStatements,
} from '../statements/session-statements.ts';
import type { AcceptedTexts } from './accepted-texts.ts';
import { BoundedBytes } from './bounded-bytes.ts';
import { carry, type TakeBytes } from './carry.ts';
import type { ExportPipe, ExportPipes } from './export-pipes.ts';
import type { FrontRequest } from './front-request.ts';
import type { NativeResult } from './native.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import type { RowFiles } from './row-files.ts';
import type { Session } from './session.ts';
import { refuseLate } from './statement-deadline.ts';
import type { StuckQueries } from './stuck-queries.ts';

/** The result of a statement. */
export interface Outcome {
  readonly bytes: Uint8Array;
  readonly resultRows: number;
  readonly writtenRows: number;
  readonly elapsedSeconds: number;
}

const STOPPED = engineRefusal('QUERY_WAS_CANCELLED', 'The query was stopped');

const NOTHING_WRITTEN: Outcome = {
  bytes: new Uint8Array(0),
  resultRows: 0,
  writtenRows: 0,
  elapsedSeconds: 0,
};

/** Opens the target of a streamed answer; called when the first bytes are there. */
export type OpenOutput = () => NodeJS.WritableStream;

export interface QueryRunnerParts {
  readonly openSession: () => Session;
  readonly readers: ReaderSessions;
  readonly texts: AcceptedTexts;
  readonly pipes: ExportPipes;
  readonly rowFiles: RowFiles;
  readonly stuck: StuckQueries;
  readonly writerSql: WriterSql;
}

/** What a statement of the writer becomes in the form of this engine, in order; its answer is that of the first. */
export type WriterSql = (sql: string) => readonly [string, ...string[]];

/** An answer on its way through a pipe. */
interface CarriedAnswer {
  /** Statements of the session before the query, each with its semicolon. */
  readonly set?: string;
  readonly take: TakeBytes;
  /** The pipe is read from then on; an answer that has ended by then is taken at once. */
  readonly readAfterMs?: number;
}

/** A text whose last answer had so few bytes is expected to have another one that the pipe holds unread ... */
const SMALL_BYTES = 32 * 1024;
/** ... and soon: reading while the engine writes takes a fifth of the time of a small query. */
const SMALL_WITHIN_MS = 20;

/** Pause between two attempts to stop a query whose caller has left: it may not have begun yet. */
const KILL_AGAIN_MS = 50;

/**
 * Runs statements on sessions of their own, as reader or writer. Admission and the number of connections decide how
 * many run at once.
 */
export class QueryRunner {
  readonly #parts: QueryRunnerParts;
  /** Stops the running reads and streams, by query id. */
  readonly #stops = new Map<string, AbortController>();

  constructor(parts: QueryRunnerParts) {
    this.#parts = parts;
  }

  /** Runs any statement with all rights, unless its caller has left before it begins. @throws EngineException */
  async write(request: FrontRequest, gone: AbortSignal): Promise<Outcome> {
    if (request.sql === KILL_STATEMENT) this.#stops.get(request.parameters['run_id'] ?? '')?.abort(STOPPED);
    return await this.#write(request, gone);
  }

  /**
   * Runs one SELECT as reader of the project of `request.database`. An answer with too many bytes is told to `tell` at
   * once; the query keeps its place until the engine has ended it, because a block that is being written cannot be
   * stopped.
   * @throws EngineException when the query has ended
   */
  async read(request: FrontRequest, gone: AbortSignal, tell: (error: unknown) => void): Promise<Outcome> {
    const answer = new BoundedBytes(Number(request.settings['max_result_bytes'] ?? 0));
    const refused = new AbortController();
    const take: TakeBytes = (chunk) => {
      try {
        answer.add(chunk);
      } catch (error) {
        tell(error);
        refused.abort(error);
        throw error;
      }
    };
    const { texts } = this.#parts;
    const readAfterMs = texts.hadSmallAnswer(request.sql) ? SMALL_WITHIN_MS : 0;
    const left = AbortSignal.any([gone, refused.signal]);
    const outcome = await this.#asReader(request, left, (session, set, stop) =>
      this.#throughPipe(session, request, stop, { set, take, readAfterMs }),
    );
    const bytes = answer.whole();
    texts.noteAnswer(request.sql, bytes.length <= SMALL_BYTES);
    return { ...outcome, bytes };
  }

  /** As `read`, but hands the bytes on as they come. The answer is complete only when this resolves. */
  async stream(request: FrontRequest, gone: AbortSignal, openOutput: OpenOutput): Promise<Outcome> {
    return await this.#asReader(request, gone, (session, set, stop) =>
      this.#throughPipe(session, request, stop, { set, take: handOn(openOutput, stop) }),
    );
  }

  /** As `stream`, for a SELECT with all rights. */
  async streamWriter(request: FrontRequest, gone: AbortSignal, openOutput: OpenOutput): Promise<Outcome> {
    return await this.#stopping(request, gone, async (stop) => {
      const session = this.#parts.openSession();
      try {
        const tag = request.queryId === undefined ? {} : { [RUN_ID_SETTING]: request.queryId };
        const settings = { ...request.settings, ...tag };
        const set = writerStatements(request.database, settings, request.parameters);
        if (set !== '') await session.run(set, 'Null');
        return await this.#throughPipe(session, request, stop, { take: handOn(openOutput, stop) });
      } finally {
        session.close();
      }
    });
  }

  async #throughPipe(
    session: Session,
    request: FrontRequest,
    stop: AbortSignal,
    { set = '', take, readAfterMs = 0 }: CarriedAnswer,
  ): Promise<Outcome> {
    const { pipes } = this.#parts;
    const pipe = pipes.open();
    let carried: Promise<void> | undefined;
    const read = (): void => {
      carried = carry(pipe.reader, stop, take);
      // When the query fails before opening the pipe, the release below ends this, and nothing new is said.
      carried.catch(() => undefined);
    };
    const timer = readAfterMs === 0 ? void read() : setTimeout(read, readAfterMs);
    try {
      const running = session.run(set + request.sql + intoPipe(pipe.file, request.format), 'Null');
      const result = await this.#stoppable(running, stop, request);
      await (carried ?? takeEnded(pipe, stop, take));
      return outcomeOf(result);
    } finally {
      clearTimeout(timer);
      pipes.release(pipe);
    }
  }

  async #write(request: FrontRequest, gone: AbortSignal): Promise<Outcome> {
    const session = this.#parts.openSession();
    try {
      const set = writerStatements(request.database, request.settings, request.parameters);
      if (set !== '') await session.run(set, 'Null');
      if (request.data?.length === 0) return NOTHING_WRITTEN;
      gone.throwIfAborted();
      const run = (sql: string, format: string): Promise<NativeResult> => {
        refuseLate(request);
        return session.run(sql, format);
      };
      const [statement, ...more] = this.#parts.writerSql(request.sql);
      if (request.data === undefined) {
        const outcome = outcomeOf(await run(statement, request.format));
        for (const sql of more) await run(sql, 'Null');
        return outcome;
      }
      const { rowsRead } = await this.#parts.rowFiles.use(statement, request.data, (sql) => run(sql, 'Null'));
      return { ...NOTHING_WRITTEN, writtenRows: rowsRead };
    } finally {
      session.close();
    }
  }

  async #asReader(
    request: FrontRequest,
    gone: AbortSignal,
    work: (session: Session, set: string, stop: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    await this.#parts.texts.accept(request.sql);
    const { queryId, parameters } = request;
    const settings = {
      ...request.settings,
      readonly: 1,
      ...(queryId === undefined ? {} : { [RUN_ID_SETTING]: queryId }),
    };
    return await this.#stopping(request, gone, async (stop) => {
      const session = await this.#parts.readers.take(request.database);
      try {
        return await work(session, `${setStatement(settings, parameters)}; `, stop);
      } finally {
        this.#closeLater(session, request.database);
      }
    });
  }

  /** Runs `work`, which ends when the caller leaves or somebody stops the query by its id. */
  async #stopping<Value>(
    { queryId = '' }: FrontRequest,
    gone: AbortSignal,
    work: (stop: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const stopped = new AbortController();
    if (queryId !== '') this.#stops.set(queryId, stopped);
    try {
      return await work(AbortSignal.any([gone, stopped.signal]));
    } finally {
      if (this.#stops.get(queryId) === stopped) this.#stops.delete(queryId);
    }
  }

  /** After the answer has left: closing and opening a session hold the thread for a fraction of a millisecond. */
  #closeLater(session: Session, database: string): void {
    setImmediate(() => {
      session.close();
      // Only a head start: after a failure the next request makes a session of its own and reports why.
      this.#parts.readers.prepare(database).catch(() => undefined);
    });
  }

  /** Waits for a query; when the caller leaves earlier, asks the engine to stop the query until it ends. */
  async #stoppable(
    running: Promise<NativeResult>,
    gone: AbortSignal,
    request: FrontRequest,
  ): Promise<NativeResult> {
    let timer: NodeJS.Timeout | undefined;
    let ended: (() => void) | undefined;
    const kill = () => {
      timer = setTimeout(kill, KILL_AGAIN_MS);
      // The query itself tells its end.
      this.#kill(request.queryId).catch(() => undefined);
    };
    const stop = () => {
      ended = isRun(request) ? this.#parts.stuck.watch() : undefined;
      kill();
    };
    if (gone.aborted) stop();
    else gone.addEventListener('abort', stop, { once: true });
    try {
      return await running;
    } finally {
      gone.removeEventListener('abort', stop);
      clearTimeout(timer);
      ended?.();
    }
  }

  async #kill(runId: string | undefined): Promise<void> {
    if (runId === undefined) return;
    const session = this.#parts.openSession();
    try {
      const text = (value: string) => encodeParameter({ type: 'String', value });
      await session.run(setStatement({}, { run_id: text(runId) }), 'Null');
      await session.run(KILL_STATEMENT, 'Null');
    } finally {
      session.close();
    }
  }
}

/** Takes an answer that has ended and that nobody has read yet. */
async function takeEnded(pipe: ExportPipe, stop: AbortSignal, take: TakeBytes): Promise<void> {
  stop.throwIfAborted();
  let held = pipe.readHeld();
  for (; held !== null && held.length > 0; held = pipe.readHeld()) await take(held);
  if (held === null) await carry(pipe.reader, stop, take);
}

function outcomeOf(result: NativeResult): Outcome {
  return { bytes: result.bytes, resultRows: result.rowsRead, writtenRows: 0, elapsedSeconds: result.elapsed };
}

/** True for a query of a run. Other work has places of its own, where stuck queries do not harm the runs. */
function isRun({ settings }: FrontRequest): boolean {
  return laneOf(Number(settings['priority'] ?? 0)) === 'read';
}

/** Hands bytes on at the pace of their consumer. */
function handOn(openOutput: OpenOutput, gone: AbortSignal): TakeBytes {
  let output: NodeJS.WritableStream | undefined;
  return async (chunk) => {
    output ??= openOutput();
    if (!output.write(chunk)) await once(output, 'drain', { signal: gone });
  };
}
