import Tinypool from 'tinypool';
import { AppError } from '../../base/errors.ts';
import { FairPlaces } from '../../base/fair-places.ts';
import { outputOfReply, type WorkerMessage, type WorkerReply } from './worker-message.ts';
import type { WorkerCall, Workers, WorkerTask } from './workers.ts';

/** Most tasks that may wait, in all and of one project. */
const WAITING = { waiting: 512, waitingForOne: 128 };

/** Time that a task gets to end by itself when nobody waits for it any more. Starting a new thread costs more. */
const ABANDONED_MS = 1_000;

/** A thread without work ends after this time. */
const IDLE_MS = 60_000;

export interface WorkersOptions {
  /** Most threads; they start when they are needed. */
  readonly threads: number;
  /** The file that a thread runs; its default export is what `serveTasks` makes. */
  readonly program: URL;
}

type Codes = Pick<WorkerTask<never, unknown>, 'busyCode' | 'ownShareCode'>;

/**
 * Threads of this process, kept by the package `tinypool`. The pool is given at most as many tasks as it has threads.
 */
export class TinypoolWorkers implements Workers {
  readonly #pool: Tinypool;
  /** One for each thread, by project. */
  readonly #places: FairPlaces<number>;
  /** Tasks that were given to the pool and have not ended. */
  readonly #inPool = new Set<AbortController>();

  constructor({ threads, program }: WorkersOptions) {
    this.#places = new FairPlaces({ places: threads, ...WAITING });
    this.#pool = new Tinypool({
      filename: program.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      // With Atomics a thread would wait for its next task without running its event loop, which the loaded functions
      // need.
      useAtomics: false,
      // Threads see no environment, so that no secret of the service can be read there.
      env: {},
    });
    // When a thread cannot be started, the pool tells only this listener, not the callers who wait for the thread.
    this.#pool.on('error', (error) => {
      for (const ending of this.#inPool) ending.abort(error);
    });
  }

  get running(): number {
    return this.#places.taken;
  }

  get waiting(): number {
    return this.#places.waiting;
  }

  get threadCount(): number {
    return this.#pool.threads.length;
  }

  async run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, call: WorkerCall): Promise<Output> {
    await this.#places.enter(call.projectId, (isOwnShare) => refusalOf(task, isOwnShare), call.signal);
    // A thread that still works for a caller who has left is not free.
    const ended = this.#runInThread({ task: task.name, input }, call).finally(() => this.#places.leave());
    return (await untilAborted(ended, call.signal)) as Output;
  }

  /** Ends the threads, even in the middle of a task. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #runInThread(message: WorkerMessage, call: WorkerCall): Promise<unknown> {
    const { signal, transfer = [], onWorked } = call;
    signal.throwIfAborted();
    const ending = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const abandon = (): void => {
      timer = setTimeout(() => ending.abort(signal.reason), ABANDONED_MS).unref();
    };
    signal.addEventListener('abort', abandon, { once: true });
    this.#inPool.add(ending);
    try {
      const given = { transferList: [...transfer], signal: ending.signal };
      // Border: threads run what `serveTasks` makes.
      const reply = (await this.#pool.run(message, given)) as WorkerReply;
      onWorked?.(reply.workedMs);
      return outputOfReply(reply);
    } catch (error) {
      if (!ending.signal.aborted) throw error;
      onWorked?.(ABANDONED_MS);
      throw ending.signal.reason;
    } finally {
      this.#inPool.delete(ending);
      signal.removeEventListener('abort', abandon);
      clearTimeout(timer);
    }
  }
}

function refusalOf({ busyCode, ownShareCode = 'throttled' }: Codes, isOwnShare: boolean): AppError {
  const [code, detail] = isOwnShare
    ? [ownShareCode, 'Too much work of this project waits.']
    : [busyCode, 'Too much work waits.'];
  return new AppError(code, detail, { retryAfterSeconds: 1 });
}

/** The value of `work`; throws the reason of the signal when that is aborted first. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
