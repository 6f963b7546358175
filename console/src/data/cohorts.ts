import { queryOptions } from '@tanstack/react-query';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { runAdHoc } from './ad-hoc.ts';
import { LIST_POLL_MS } from './endpoints.ts';
import type { WriteOptions } from './shapes.ts';

type Schemas = components['schemas'];

/** A stored, named list of persons. */
export type Cohort = Schemas['Cohort'];

/** What a cohort is made of: what its form changes. Whether it is a list is said once, when it is made. */
export interface CohortBody {
  readonly name: string;
  readonly description: string;
  readonly is_static: boolean;
  readonly filters: CohortFilters | null;
}

type CohortFilters = Schemas['CohortFilters'];

/** Conditions combined with AND or OR. */
export type CohortGroup = Schemas['CohortGroup'];

/** A condition of a cohort, or a group of them. */
export type CohortCondition = CohortGroup['values'][number];

/** Members that are listed. */
const LISTED = 50;

const cohortsOf = (projectId: number) => ['project', projectId, 'cohorts'] as const;

/** Cohorts of a project, newest first, at most 1,000. */
export const cohortListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...cohortsOf(projectId), 'list'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/cohorts', {
            params: { path: { project_id: String(projectId) }, query: { limit: 1000 } },
            signal,
          }),
        )
      ).results,
    refetchInterval: LIST_POLL_MS,
  });

/** One cohort. */
export const cohortQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: [...cohortsOf(projectId), 'one', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/cohorts/{id}', {
          params: { path: { project_id: String(projectId), id } },
          signal,
        }),
      ),
    refetchInterval: LIST_POLL_MS,
  });

/** A person of a cohort in a short list. */
export interface CohortMember {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly since: string;
}

/** How many persons a cohort has now, and those that came last. Each revision is another key. */
export const cohortMembersQuery = (projectId: number, id: number, revision: number) =>
  queryOptions({
    queryKey: [...cohortsOf(projectId), 'members', id, revision],
    queryFn: async ({ signal }) => {
      // The number of a cohort is the only thing that differs between these texts.
      const members = `FROM persons WHERE id IN COHORT ${Math.trunc(id)}`;
      const ask = async (query: string) =>
        (await runAdHoc(projectId, { query: { kind: 'HogQLQuery', query } }, signal)).results as unknown[][];
      const [[count] = []] = await ask(`SELECT count() ${members}`);
      const rows = await ask(
        `SELECT toString(id), properties.email, properties.name, created_at ${members} ORDER BY created_at DESC LIMIT ${LISTED}`,
      );
      return { count: Number(count ?? 0), members: rows.map(memberOf) };
    },
    staleTime: 30_000,
  });

const memberOf = ([id, email, name, since]: readonly unknown[]): CohortMember => ({
  id: String(id),
  email: textOrNull(email),
  name: textOrNull(name),
  since: String(since),
});

const textOrNull = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** Makes a cohort. @throws ApiProblem name_taken, and every 400 of a condition that no query could use */
export function createCohort(
  projectId: number,
  { name, description, is_static, filters }: CohortBody,
): Promise<Cohort> {
  return answerOf(
    api.POST('/api/projects/{project_id}/cohorts', {
      params: { path: { project_id: String(projectId) } },
      body: { name, description, is_static, ...(filters !== null && !is_static && { filters }) },
    }),
  );
}

/**
 * Changes members of a cohort; `warnings` of the answer name endpoints that answer otherwise.
 * @throws ApiProblem breaking_change unless breaking is allowed, precondition_failed when somebody changed it since
 */
export const changeCohort = (
  projectId: number,
  id: number,
  change: Partial<CohortBody>,
  { revision, allowsBreaking }: WriteOptions,
) =>
  answerOf(
    api.PATCH('/api/projects/{project_id}/cohorts/{id}', {
      params: {
        path: { project_id: String(projectId), id: String(id) },
        query: { allow_breaking: allowsBreaking },
        header: { 'If-Match': `"${revision}"` },
      },
      body: change as Schemas['CohortChange'],
    }),
  );

/** Deletes a cohort for good. @throws ApiProblem cohort_in_use */
export const deleteCohort = (projectId: number, id: number) =>
  answerWithHeaders(
    api.DELETE('/api/projects/{project_id}/cohorts/{id}', {
      params: { path: { project_id: String(projectId), id: String(id) } },
    }),
  );

/** Adds persons to a static cohort, at most 10,000 distinct ids; those that nobody has are told. */
export const addCohortMembers = (projectId: number, id: number, distinctIds: string[]) =>
  answerOf(
    api.POST('/api/projects/{project_id}/cohorts/{id}/members', {
      params: { path: { project_id: String(projectId), id: String(id) } },
      body: { distinct_ids: distinctIds },
    }),
  );
