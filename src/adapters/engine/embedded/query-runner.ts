import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { stopwatchMs } from '../../../base/clock.ts';
import { encodeParameter } from '../encode-parameter.ts';
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
import type { ExportPipes } from './export-pipes.ts';
import type { FrontRequest } from './front-request.ts';
import { Gate, type Leave } from './gate.ts';
import type { NativeResult } from './native.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import type { RowFiles } from './row-files.ts';
import type { Session } from './session.ts';
import type { StuckQueries } from './stuck-queries.ts';

/** What came of a statement. */
export interface Outcome {
  readonly bytes: Uint8Array;
  readonly resultRows: number;
  readonly writtenRows: number;
  readonly elapsedSeconds: number;
}

/** What a query works with while it has its place. */
interface Place {
  /** Aborted when the caller has left or the query is to be stopped. */
  readonly stop: AbortSignal;
  readonly leaveLongWork: Leave;
}

const STOPPED = engineRefusal('QUERY_WAS_CANCELLED', 'The query was stopped');

const NOTHING_WRITTEN: Outcome = {
  bytes: new Uint8Array(0),
  resultRows: 0,
  writtenRows: 0,
  elapsedSeconds: 0,
};

/** Where the bytes of a streamed answer go; asked for when the first of them are there. */
export type OpenOutput = () => NodeJS.WritableStream;

export interface QueryRunnerParts {
  readonly openSession: () => Session;
  readonly readers: ReaderSessions;
  readonly texts: AcceptedTexts;
  readonly pipes: ExportPipes;
  readonly rowFiles: RowFiles;
  readonly stuck: StuckQueries;
  readonly maxQueries: number;
}

/** Statements of the writer that run at once; the rest wait. */
const MOST_WRITES = 2;
/** SELECTs of the writer that run at once: pages of stored files, mostly of milliseconds. */
const MOST_OWN_READS = 4;
/** From this value of `priority` on a query is long work, which leaves one core to the others. */
const LONG_WORK_PRIORITY = 10;
/**
 * Time that long work may wait for its consumer, in all. Then it counts as long work no more: the engine mostly waits
 * too, and one slow reader would keep exports and builds of everybody out.
 */
const SLOW_CONSUMER_MS = 500;
/** Pause between two attempts to stop a query whose caller has left: it may not have begun yet. */
const KILL_AGAIN_MS = 50;

/** Runs statements on sessions of their own, as reader or writer, in bounded numbers. */
export class QueryRunner {
  readonly #parts: QueryRunnerParts;
  readonly #reads: Gate;
  readonly #writes = new Gate(MOST_WRITES);
  readonly #ownReads = new Gate(MOST_OWN_READS);
  readonly #longReads = new Gate(Math.max(1, availableParallelism() - 1));
  /** What stops the running reads and streams, and those that wait, by their id. */
  readonly #stops = new Map<string, AbortController>();

  constructor(parts: QueryRunnerParts) {
    this.#parts = parts;
    this.#reads = new Gate(parts.maxQueries);
  }

  /** Runs any statement with all rights; not one whose caller has left before it begins. @throws EngineException */
  async write(request: FrontRequest, gone: AbortSignal): Promise<Outcome> {
    const work = () => this.#write(request, gone);
    if (request.sql === KILL_STATEMENT) this.#stops.get(request.parameters['run_id'] ?? '')?.abort(STOPPED);
    if (request.sql.startsWith('KILL')) return await work();
    // Reading waits neither for long writes nor for readers.
    const gate = request.sql.startsWith('SELECT') ? this.#ownReads : this.#writes;
    return await gate.run(work, gone);
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
    const outcome = await this.#asReader(
      request,
      AbortSignal.any([gone, refused.signal]),
      (session, { stop }) => this.#throughPipe(session, request, stop, take),
    );
    return { ...outcome, bytes: answer.whole() };
  }

  /** As `read`, but hands the bytes on as they come. The answer is complete only when this resolves. */
  async stream(request: FrontRequest, gone: AbortSignal, openOutput: OpenOutput): Promise<Outcome> {
    return await this.#asReader(request, gone, (session, { stop, leaveLongWork }) =>
      this.#throughPipe(session, request, stop, handOn(openOutput, stop, leaveLongWork)),
    );
  }

  /** As `stream`, for a SELECT with all rights. */
  async streamWriter(request: FrontRequest, gone: AbortSignal, openOutput: OpenOutput): Promise<Outcome> {
    return await this.#gated(request, gone, async ({ stop, leaveLongWork }) => {
      const session = this.#parts.openSession();
      try {
        const tag = request.queryId === undefined ? {} : { [RUN_ID_SETTING]: request.queryId };
        const settings = { ...request.settings, ...tag };
        const set = writerStatements(request.database, settings, request.parameters);
        if (set !== '') await session.run(set, 'Null');
        return await this.#throughPipe(session, request, stop, handOn(openOutput, stop, leaveLongWork));
      } finally {
        session.close();
      }
    });
  }

  async #throughPipe(
    session: Session,
    request: FrontRequest,
    stop: AbortSignal,
    take: TakeBytes,
  ): Promise<Outcome> {
    const { pipes } = this.#parts;
    const pipe = pipes.open();
    try {
      const carried = carry(pipe.reader, stop, take);
      // When the query fails before it opens the pipe, this ends by the release below and says nothing new.
      carried.catch(() => undefined);
      const running = session.run(request.sql + intoPipe(pipe.file, request.format), 'Null');
      const result = await this.#stoppable(running, stop, request);
      await carried;
      return outcomeOf(result);
    } finally {
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
      if (request.data === undefined) return outcomeOf(await session.run(request.sql, request.format));
      const { rowsRead } = await this.#parts.rowFiles.use(request.sql, request.data, (sql) =>
        session.run(sql, 'Null'),
      );
      return { ...NOTHING_WRITTEN, writtenRows: rowsRead };
    } finally {
      session.close();
    }
  }

  async #asReader(
    request: FrontRequest,
    gone: AbortSignal,
    work: (session: Session, place: Place) => Promise<Outcome>,
  ): Promise<Outcome> {
    await this.#parts.texts.accept(request.sql);
    const { queryId, parameters } = request;
    const settings = {
      ...request.settings,
      readonly: 1,
      ...(queryId === undefined ? {} : { [RUN_ID_SETTING]: queryId }),
    };
    return await this.#gated(request, gone, async (place) => {
      const session = await this.#parts.readers.take(request.database);
      try {
        await session.run(setStatement(settings, parameters), 'Null');
        return await work(session, place);
      } finally {
        session.close();
        this.#prepareNext(request.database);
      }
    });
  }

  /**
   * Runs `work` in a place, and in one of long work when it is that, which `work` may leave early.
   * @throws EngineException TOO_MANY_SIMULTANEOUS_QUERIES after `queue_max_wait_ms`, QUERY_WAS_CANCELLED when it is
   *   stopped while it waits, the reason of `gone`
   */
  async #gated<Value>(
    request: FrontRequest,
    gone: AbortSignal,
    work: (place: Place) => Promise<Value>,
  ): Promise<Value> {
    const stopped = new AbortController();
    const { queryId = '' } = request;
    if (queryId !== '') this.#stops.set(queryId, stopped);
    try {
      return await this.#inPlace(request, AbortSignal.any([gone, stopped.signal]), work);
    } finally {
      if (this.#stops.get(queryId) === stopped) this.#stops.delete(queryId);
    }
  }

  async #inPlace<Value>(
    request: FrontRequest,
    stop: AbortSignal,
    work: (place: Place) => Promise<Value>,
  ): Promise<Value> {
    const { priority = 0, queue_max_wait_ms: mostWaitMs } = request.settings;
    const refused = new AbortController();
    const refuse = () =>
      refused.abort(engineRefusal('TOO_MANY_SIMULTANEOUS_QUERIES', 'All places of the engine are taken'));
    const timer = mostWaitMs === undefined ? undefined : setTimeout(refuse, Number(mostWaitMs));
    const leaving = AbortSignal.any([stop, refused.signal]);
    let leaveLongWork: Leave = () => undefined;
    try {
      if (Number(priority) >= LONG_WORK_PRIORITY) leaveLongWork = await this.#longReads.enter(leaving);
      const leave = await this.#reads.enter(leaving);
      clearTimeout(timer);
      return await work({ stop, leaveLongWork }).finally(leave);
    } finally {
      clearTimeout(timer);
      leaveLongWork();
    }
  }

  /** After the answer has left: opening a session holds the thread for a fraction of a millisecond. */
  #prepareNext(database: string): void {
    setImmediate(() => {
      // Only a head start: when it fails, the next request makes its own session and reports why.
      this.#parts.readers.prepare(database).catch(() => undefined);
    });
  }

  /** Waits for a query; when the caller leaves before, asks the engine to stop it until it ends. */
  async #stoppable(
    running: Promise<NativeResult>,
    gone: AbortSignal,
    request: FrontRequest,
  ): Promise<NativeResult> {
    let timer: NodeJS.Timeout | undefined;
    let ended: (() => void) | undefined;
    const kill = () => {
      timer = setTimeout(kill, KILL_AGAIN_MS);
      // The query itself tells how it ended.
      this.#kill(request.queryId).catch(() => undefined);
    };
    const stop = () => {
      ended = this.#parts.stuck.watch();
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

function outcomeOf(result: NativeResult): Outcome {
  return { bytes: result.bytes, resultRows: result.rowsRead, writtenRows: 0, elapsedSeconds: result.elapsed };
}

/** Hands bytes on at the pace of their consumer; `onSlow` is called when that has cost SLOW_CONSUMER_MS. */
function handOn(openOutput: OpenOutput, gone: AbortSignal, onSlow: () => void): TakeBytes {
  let output: NodeJS.WritableStream | undefined;
  let waitedMs = 0;
  return async (chunk) => {
    output ??= openOutput();
    if (output.write(chunk)) return;
    const startedMs = stopwatchMs();
    const timer = setTimeout(onSlow, Math.max(0, SLOW_CONSUMER_MS - waitedMs));
    try {
      await once(output, 'drain', { signal: gone });
    } finally {
      clearTimeout(timer);
      waitedMs += stopwatchMs() - startedMs;
    }
  };
}
