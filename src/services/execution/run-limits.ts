/** Limits of every run; endpoints may set a shorter or longer time and fewer or more rows. */
export interface RunLimits {
  readonly executionTimeoutMs: number;
  /** Time that a run may wait for a free place, on top of its execution time. */
  readonly queueTimeoutMs: number;
  /** Time of a streamed answer, in which waiting for its reader counts. */
  readonly streamTimeoutMs: number;
  readonly memoryBytes: number;
  /** Most rows and bytes of a JSON answer. */
  readonly answerRows: number;
  readonly answerBytes: number;
}
