import type { Caller } from '../caller.ts';
import { isThreadWork } from '../catalog/is-thread-work.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import { compileCallerOf } from './compile-caller.ts';
import { draftTask } from './draft-task.ts';
import { type DraftedVersion, draftedVersion, type VersionToDraft } from './drafted-version.ts';
import type { EndpointServices } from './endpoint-services.ts';

/** What is to be drafted for a project. */
export type DraftFor = (
  project: KnownProject,
  asked: Omit<VersionToDraft, 'project'>,
) => Promise<DraftedVersion>;

/** Drafts versions for a caller: long ones in a thread, which the key of the caller pays for. */
export function draftForCaller({ compiling }: Pick<EndpointServices, 'compiling'>, caller: Caller): DraftFor {
  return async (project, asked) => {
    const { given, previous, replaced, attr } = asked;
    const queries = [given.query, previous?.query, replaced?.query].filter((query) => query !== undefined);
    if (!queries.some((query) => isThreadWork(project, query))) return draftAtOnce(project, asked);
    const input: VersionToDraft = {
      project,
      given: { query: given.query, variables: given.variables },
      ...(previous && { previous: { query: previous.query, variables: previous.variables } }),
      ...(replaced && { replaced }),
      attr,
    };
    return compiling.inThread(draftTask, input, compileCallerOf(caller));
  };
}

/** Drafts a version without waiting for anything, as a transaction has to. */
export const draftAtOnce: DraftFor = async (project, asked) => draftedVersion({ project, ...asked });
