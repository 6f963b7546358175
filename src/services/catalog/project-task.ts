import type { WorkerTask } from '../../adapters/workers/workers.ts';
import { isAppError } from '../../base/errors.ts';
import { type ProjectContext, type ProjectReads, watchReads } from '../../query/plan.ts';

/** What a thread compiles, with all of its project or with a part of it. */
export interface OfProject {
  readonly project: ProjectContext;
  /** True when the thread is to tell what it asked of the project, because not all of the project was sent. */
  readonly isPart?: boolean;
}

/** A task that asks its project for types, actions and so on. */
export type ProjectTask<Input extends OfProject, Output> = WorkerTask<Input, OnProject<Output>>;

/** The output of such a task; `refused`: of a part of the project, which may be the reason. */
export type OnProject<Output> =
  | { readonly kind: 'done'; readonly output: Output; readonly reads: ProjectReads }
  | { readonly kind: 'refused'; readonly reads: ProjectReads };

/** Makes work that takes a project tell what it asked of a part of it. */
export function onProject<Input extends OfProject, Output>(
  work: (input: Input) => Output,
): (input: Input) => OnProject<Output> {
  return (input) => {
    if (input.isPart !== true) return { kind: 'done', output: work(input), reads: [] };
    const { project, finish } = watchReads(input.project);
    try {
      return { kind: 'done', output: work({ ...input, project }), reads: finish() };
    } catch (error) {
      if (isAppError(error)) return { kind: 'refused', reads: finish() };
      throw error;
    }
  };
}
