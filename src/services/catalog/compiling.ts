import type { Workers, WorkerTask } from '../../adapters/workers/workers.ts';
import { type CompiledVersion, compileParts, versionOf } from '../../query/plan.ts';
import { compileTask, type QueryToCompile } from './compile-task.ts';
import { isThreadWork } from './is-thread-work.ts';
import type { KnownProject } from './known-project.ts';

/** For whom a query is compiled. */
export interface CompileCaller {
  readonly projectId: number;
  /** The key that is charged; null = the service compiles for itself. */
  readonly principal: { readonly keyId: string } | null;
  /** Asked for when a thread gets the work; aborted when nobody waits for it any more. */
  readonly abortController: () => Pick<AbortController, 'signal'>;
}

/** The executions that a key may start. */
interface Charged {
  take(keyId: string): unknown;
  addWork(keyId: string, ms: number): void;
  refuseUsedUp(keyId: string): void;
}

/**
 * The way of queries into the threads. A key pays an execution before a thread begins, and another one for each further
 * 100 ms that the thread works (decision 0035).
 */
export class Compiling {
  readonly #workers: Workers;
  readonly #rate: Charged;

  constructor(workers: Workers, rate: Charged) {
    this.#workers = workers;
    this.#rate = rate;
  }

  /** @throws AppError throttled when the key has no execution left. It takes none. */
  refuseUsedUp({ principal }: CompileCaller): void {
    if (principal !== null) this.#rate.refuseUsedUp(principal.keyId);
  }

  /** True when a thread is to compile the query. */
  isLong(query: QueryToCompile['query'], project: KnownProject): boolean {
    return isThreadWork(project, query);
  }

  /**
   * Compiles a query, a long one in a thread.
   * @throws AppError 400 codes of the query, and what `inThread` throws
   */
  async compile(
    asked: QueryToCompile,
    project: KnownProject,
    caller: CompileCaller,
  ): Promise<CompiledVersion> {
    const { query, variables } = asked;
    const parts = this.isLong(query, project)
      ? await this.inThread(compileTask, { query, variables, project }, caller)
      : compileParts(query, variables, project);
    return versionOf(query, variables, parts);
  }

  /**
   * Does a task in a thread, charged to the key of the caller.
   * @throws AppError throttled when the key has no execution left, or the project too much work that waits;
   *   query_capacity when too much waits in all; what the task throws
   */
  async inThread<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    caller: CompileCaller,
  ): Promise<Output> {
    if (caller.principal !== null) this.#rate.take(caller.principal.keyId);
    return this.inPaidThread(task, input, caller);
  }

  /** As `inThread`, for a call that has paid its first execution already. */
  async inPaidThread<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    { projectId, principal, abortController }: CompileCaller,
  ): Promise<Output> {
    const onWorked = (ms: number): void => {
      if (principal !== null) this.#rate.addWork(principal.keyId, ms);
    };
    return this.#workers.run(task, input, { projectId, signal: abortController().signal, onWorked });
  }
}
