import { conditionsOf } from '../../schema/cohort-filters.ts';
import type { Cohorts, StoredCohort } from '../project-context.ts';

/** Most conditions that the cohorts of one statement have together: compiling may not take long. */
export const MAX_CONDITIONS_OF_STATEMENT = 100;

/** How many conditions a cohort has by itself, filters of events among them. */
export function ownConditions({ filters }: StoredCohort): number {
  if (filters === null) return 1;
  const conditions = conditionsOf(filters.properties);
  return conditions.reduce(
    (sum, condition) =>
      sum + 1 + (condition.type === 'behavioral' ? (condition.event_filters?.length ?? 0) : 0),
    0,
  );
}

/** How many conditions these cohorts have together, with all that they name; each cohort counts once. */
export function cohortWeight(ids: readonly number[], cohorts: Cohorts | undefined): number {
  const seen = new Set<number>();
  const left = [...ids];
  let weight = 0;
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const cohort = cohorts?.byId.get(id);
    if (cohort === undefined || seen.has(id)) continue;
    seen.add(id);
    weight += ownConditions(cohort);
    for (const condition of cohort.filters === null ? [] : conditionsOf(cohort.filters.properties))
      if (condition.type === 'cohort') left.push(condition.value);
  }
  return weight;
}
