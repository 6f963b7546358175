import type { ErrorCode } from '../../base/errors.ts';

/**
 * A pure function that other threads run. Input and output are plain data that can be cloned. Bytes are best, because
 * they are handed over and not copied.
 */
export interface WorkerTask<Input, Output> {
  /** Unique among all tasks. */
  readonly name: string;
  /** The error code of a caller who is refused because too many tasks wait. */
  readonly busyCode: Extract<ErrorCode, 'query_capacity' | 'capture_capacity'>;
  /** The error code of a caller whose project has its share of the queue; absent = throttled. */
  readonly ownShareCode?: Extract<ErrorCode, 'throttled' | 'capture_capacity'>;
  /**
   * Loads the function. Only a thread calls it, with the first such task, so no other thread loads what the task needs.
   */
  readonly load: () => Promise<(input: Input) => Output | Promise<Output>>;
}

export interface WorkerCall {
  /** The project whose turn the task takes: projects take turns, however many tasks one of them sends. */
  readonly projectId: number;
  /** Aborted when nobody waits for the answer any more. A task that has not begun by then is not done. */
  readonly signal: AbortSignal;
  /** Buffers of the input that are handed over. The caller must not use them afterwards, not even after a failure. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Told for how many milliseconds a thread worked, also when the task failed or its caller had left. */
  readonly onWorked?: (ms: number) => void;
}

/** Threads for work that would hold the event loop too long. */
export interface Workers {
  /** Tasks that threads do at the moment, and those that wait for one. */
  readonly running: number;
  readonly waiting: number;
  /**
   * Does a task in a thread. Buffers that the output holds directly are handed over.
   * @throws AppError as the task threw it; the task's `busyCode` (503) when too many tasks wait; its `ownShareCode`
   *   when the project has its share of the queue; the reason of the signal
   */
  run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, call: WorkerCall): Promise<Output>;
}
