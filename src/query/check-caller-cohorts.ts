import { AppError } from '../base/errors.ts';
import type { RunParameters } from './compiled-version.ts';
import { type NamedCohort, namedCohorts } from './named-cohorts.ts';
import type { ProjectContext } from './project-context.ts';
import type { StoredQuery } from './stored-query.ts';

/**
 * Checks the cohorts that the overrides of a call name. One that the stored query does not name needs the scope
 * `query:read`: who is in it is a question of the caller's own.
 * @returns true when the call names such a cohort
 * @throws permission_denied
 */
export function checkCallerCohorts(
  { query_override, filters_override }: RunParameters,
  stored: StoredQuery,
  project: ProjectContext,
  mayQuery = false,
): boolean {
  const given = [
    ...namedCohorts(query_override, 'query_override'),
    ...namedCohorts(filters_override, 'filters_override'),
  ];
  if (given.length === 0) return false;
  const idOf = ({ cohort }: NamedCohort): number | string =>
    typeof cohort === 'number' ? cohort : (project.cohorts?.idByName.get(cohort) ?? cohort);
  const known = new Set(namedCohorts(stored, 'query').map(idOf));
  const own = given.find((named) => !known.has(idOf(named)));
  if (own === undefined) return false;
  if (mayQuery) return true;
  throw new AppError(
    'permission_denied',
    'The key lacks the scope "query:read", which cohorts in a call need; those of the stored query need none.',
    { attr: own.attr },
  );
}
