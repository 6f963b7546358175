import type { ErrorCode } from '../../base/errors.ts';

/**
 * A pure function that other threads do. Input and output are plain data that can be cloned; bytes are best, because
 * they are handed over and not copied.
 */
export interface WorkerTask<Input, Output> {
  /** Of this task alone. */
  readonly name: string;
  /** What a caller is told while too many tasks wait. */
  readonly busyCode: Extract<ErrorCode, 'query_capacity' | 'capture_capacity'>;
  /** Loads the function. Only threads ask it, with the first such task: what a task needs costs nobody else. */
  readonly load: () => Promise<(input: Input) => Output | Promise<Output>>;
}

export interface WorkerCall {
  /** Whose turn it takes: projects take turns, however many tasks one of them sends. */
  readonly projectId: number;
  /** Aborted when nobody waits for the answer any more: a task that has not begun is not done. */
  readonly signal: AbortSignal;
  /** Buffers of the input that are handed over. The caller must not use them afterwards, whatever happens. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Threads for work that would hold the event loop too long. */
export interface Workers {
  /** Tasks that threads do at the moment, and those that wait for one. */
  readonly running: number;
  readonly waiting: number;
  /**
   * Does a task in a thread. Bytes of the output that stand in it directly are handed over.
   * @throws AppError of the task as the task threw it; its `busyCode` (503), or throttled when the project has its
   * share of the queue; the reason of the signal
   */
  run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, call: WorkerCall): Promise<Output>;
}
