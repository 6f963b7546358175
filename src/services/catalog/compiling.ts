import type { WorkerCall, Workers } from '../../adapters/workers/workers.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import {
  type CompiledVersion,
  compileParts,
  type ProjectContext,
  type ProjectReads,
  type RunParameters,
  readPart,
  readsHold,
  versionOf,
} from '../../query/plan.ts';
import { compileTask, type QueryToCompile } from './compile-task.ts';
import { isThreadWork } from './is-thread-work.ts';
import type { OfProject, OnProject, ProjectTask } from './project-task.ts';

/** Most properties of a project that is copied for a thread as a whole. */
const MOST_PROPERTIES = 5_000;

/** Each round learns what the last one asked for: a cohort, the cohorts in it, the types of their properties. */
const MOST_ROUNDS = 20;

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

  /** True when a thread is to compile a query, or a run of it. */
  isLong(project: ProjectContext, query: QueryToCompile['query'], parameters?: RunParameters): boolean {
    return isThreadWork(project, query, parameters);
  }

  /**
   * Compiles a query, a long one in a thread.
   * @throws AppError 400 codes of the query, and what `inThread` throws
   */
  async compile(
    { query, variables }: QueryToCompile,
    project: ProjectContext,
    caller: CompileCaller,
  ): Promise<CompiledVersion> {
    const parts = isThreadWork(project, query)
      ? await this.inThread(compileTask, { query, variables, project }, caller)
      : compileParts(query, variables, project);
    return versionOf(query, variables, parts);
  }

  /**
   * Does a task in a thread, charged to the key of the caller.
   * @throws AppError throttled when the key has no execution left, or the project too much work that waits;
   *   query_capacity when too much waits in all; what the task throws
   */
  async inThread<Input extends OfProject, Output>(
    task: ProjectTask<Input, Output>,
    input: Input,
    caller: CompileCaller,
  ): Promise<Output> {
    if (caller.principal !== null) await this.#rate.take(caller.principal.keyId);
    return this.inPaidThread(task, input, caller);
  }

  /** As `inThread`, for a call that has paid its first execution already. */
  async inPaidThread<Input extends OfProject, Output>(
    task: ProjectTask<Input, Output>,
    input: Input,
    caller: CompileCaller,
  ): Promise<Output> {
    const { projectId, principal, abortController } = caller;
    const onWorked = (ms: number): void => {
      if (principal !== null) this.#rate.addWork(principal.keyId, ms);
    };
    const call = { projectId, signal: abortController().signal, onWorked };
    const answer = isSentWhole(input.project)
      ? await this.#workers.run(task, input, call)
      : await this.#withPart(task, input, call);
    invariant(answer.kind === 'done', 'a task that is sent all that it asks for throws its refusal');
    return answer.output;
  }

  /**
   * Does a task with the part of the project that it asks for. What that is shows when it is done with less, so it is
   * done again until it was told about everything as the project has it.
   */
  async #withPart<Input extends OfProject, Output>(
    task: ProjectTask<Input, Output>,
    input: Input,
    call: WorkerCall,
  ): Promise<OnProject<Output>> {
    let reads: ProjectReads = [];
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const project = readPart(input.project, reads);
      const answer = await this.#workers.run(task, { ...input, project, isPart: true }, call);
      const isComplete = readsHold(answer.reads, input.project);
      if (isComplete && answer.kind === 'done') return answer;
      if (isComplete) return this.#workers.run(task, { ...input, project, isPart: false }, call);
      reads = [...reads, ...answer.reads];
    }
    throw new AppError(
      'query_too_complex',
      'The actions and cohorts of the query name one another too deep.',
    );
  }
}

/**
 * True for a project of the store that is copied quickly. A planned one holds functions, and the types of thousands of
 * properties take as long to copy as the query to compile.
 */
function isSentWhole({ propertyTypes, actions, cohorts }: ProjectContext): boolean {
  const { event, person, group } = propertyTypes;
  const maps = [event, person, group].filter((types) => types instanceof Map);
  return (
    maps.length === 3 &&
    maps.reduce((sum, { size }) => sum + size, 0) <= MOST_PROPERTIES &&
    actions instanceof Map &&
    (cohorts === undefined || cohorts.byId instanceof Map)
  );
}
