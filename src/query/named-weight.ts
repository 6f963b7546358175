import { cohortWeight } from './filters/cohort-weight.ts';
import { namedCohorts } from './named-cohorts.ts';
import type { ProjectContext } from './project-context.ts';

/**
 * How many conditions the cohorts that a query or filters name have together. Texts are parsed, so they should be
 * short.
 */
export function namedWeight(value: unknown, { cohorts }: Pick<ProjectContext, 'cohorts'>): number {
  const named = namedCohorts(value, '');
  if (named.length === 0) return 0;
  const ids = named.flatMap(({ cohort }) =>
    typeof cohort === 'number' ? cohort : (cohorts?.idByName.get(cohort) ?? []),
  );
  return cohortWeight(ids, cohorts);
}
