import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { actionListQuery } from '../data/actions.ts';
import { cohortListQuery } from '../data/cohorts.ts';
import { endpointsQuery } from '../data/endpoints.ts';
import { useProject } from '../data/projects.ts';
import { type Named, namedIn } from './named-in.ts';

/** One thing that names actions or cohorts, with its address below the project. */
export interface User {
  readonly what: 'endpoint' | 'cohort' | 'action' | 'project';
  readonly name: string;
  readonly path: string | null;
  readonly named: Named;
}

/** Whoever names a thing. */
export type FindUsers = (
  kind: keyof Named,
  thing: { readonly id: number; readonly name: string },
) => readonly User[];

/**
 * Finds who uses an action or a cohort: current versions of endpoints, cohorts, actions, and the test-account filters.
 * Null until all of them are read. The service judges by the same rules, and over more than 1,000 endpoints, when
 * something is deleted.
 */
export function useUsers(): FindUsers | null {
  const project = useProject();
  const endpoints = useQuery(endpointsQuery(project.id));
  const actions = useQuery(actionListQuery(project.id));
  const cohorts = useQuery(cohortListQuery(project.id));
  return useMemo(() => {
    if (!endpoints.data || !actions.data || !cohorts.data) return null;
    const users: readonly User[] = [
      ...endpoints.data.map(({ name, query }) => userOf('endpoint', name, `endpoints/${name}`, query)),
      ...cohorts.data.map(({ id, name, filters }) => userOf('cohort', name, `cohorts/${id}`, filters)),
      ...actions.data.map(({ id, name, steps }) => userOf('action', name, `actions/${id}`, steps)),
      userOf('project', 'test-account filters', null, project.test_account_filters),
    ];
    return (kind, { id, name }) => users.filter(({ named }) => named[kind].has(id) || named[kind].has(name));
  }, [endpoints.data, actions.data, cohorts.data, project.test_account_filters]);
}

const userOf = (what: User['what'], name: string, path: string | null, value: unknown): User => ({
  what,
  name,
  path,
  named: namedIn(value),
});
