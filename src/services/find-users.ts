import { setImmediate as nextTurn } from 'node:timers/promises';
import { listActions } from '../adapters/store/action-store.ts';
import { listCohorts } from '../adapters/store/cohort-store.ts';
import type { Queryable } from '../adapters/store/database.ts';
import { findProject } from '../adapters/store/project-store.ts';
import { listCurrentQueries } from '../adapters/store/version-store.ts';

/** Names of what uses an action or a cohort. */
export interface Users {
  readonly endpoints: readonly string[];
  readonly cohorts: readonly string[];
  readonly actions: readonly string[];
  readonly isTestAccountFilter: boolean;
}

/** All in a project that names something. @param isNamed whether a stored query, filter or list of steps names it */
export async function findUsers(
  db: Queryable,
  projectId: number,
  isNamed: (value: unknown) => boolean,
): Promise<Users> {
  const endpoints: string[] = [];
  for (const { query, endpointName } of await listCurrentQueries(db, projectId)) {
    if (isNamed(query)) endpoints.push(endpointName);
    // A text that may name it is parsed, and there may be thousands of them.
    await nextTurn();
  }
  const cohorts = await listCohorts(db, projectId);
  const actions = await listActions(db, projectId);
  const project = await findProject(db, projectId);
  return {
    endpoints,
    cohorts: cohorts.filter(({ filters }) => isNamed(filters)).map(({ name }) => name),
    actions: actions.filter(({ steps }) => isNamed(steps)).map(({ name }) => name),
    isTestAccountFilter: isNamed(project?.testAccountFilters),
  };
}

/** The users in words; undefined when there are none. */
export function usersInWords({
  endpoints,
  cohorts,
  actions,
  isTestAccountFilter,
}: Users): string | undefined {
  const users = [
    ...(endpoints.length === 0 ? [] : [`the endpoints ${endpoints.join(', ')}`]),
    ...(cohorts.length === 0 ? [] : [`the cohorts ${cohorts.join(', ')}`]),
    ...(actions.length === 0 ? [] : [`the actions ${actions.join(', ')}`]),
    ...(isTestAccountFilter ? ['the test-account filters of the project'] : []),
  ];
  return users.length === 0 ? undefined : users.join('; ');
}
