import type { EngineStatistics } from '../../adapters/engine/engine.ts';

/** One execution that goes on. */
export interface RunningExecution {
  /** Queries that have not ended. */
  readonly runIds: ReadonlySet<string>;
  /** What the queries read that have ended. */
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/**
 * The queries of executions that go on, by the signal that ends the execution. An execution is forgotten with its
 * signal.
 */
export class RunningQueries {
  readonly #executions = new WeakMap<
    AbortSignal,
    { readonly runIds: Set<string>; rowsRead: number; bytesRead: number }
  >();

  /** Notes a query until the returned function is called, with what the query read when it has an answer. */
  begin(signal: AbortSignal, runId: string): (read?: EngineStatistics) => void {
    const execution = this.#executions.get(signal) ?? { runIds: new Set(), rowsRead: 0, bytesRead: 0 };
    this.#executions.set(signal, execution);
    execution.runIds.add(runId);
    return (read) => {
      execution.runIds.delete(runId);
      execution.rowsRead += read?.rowsRead ?? 0;
      execution.bytesRead += read?.bytesRead ?? 0;
    };
  }

  /** The execution that this signal ends; undefined when it has asked the engine for nothing yet. */
  of(signal: AbortSignal): RunningExecution | undefined {
    return this.#executions.get(signal);
  }
}
