import { AppError } from '../base/errors.ts';
import { type CohortGroup, conditionsOf, MAX_COHORT_CONDITIONS } from '../schema/cohort-filters.ts';
import { compileStatement } from './compiler/compile.ts';
import { MAX_COHORT_DEPTH } from './compiler/resolve/resolve-in-cohort.ts';
import { ownConditions } from './filters/cohort-weight.ts';
import { compare, constant, field } from './language/build.ts';
import { statement } from './language/dialect.ts';
import { nameMember } from './name-member.ts';
import type { ProjectContext, StoredCohort } from './project-context.ts';

/** Where the conditions of a cohort stand in a request. */
const FILTERS = 'filters';

/**
 * Refuses a cohort that no query could use, which compiling it shows, one without a condition, one that would name
 * itself through others, and one by which a chain of cohorts would become too long.
 * @param planned all cohorts of the project as they will be, by id
 * @param project the project with these cohorts
 * @throws AppError 400 codes with the path under `filters`
 */
export function checkCohort(
  cohort: StoredCohort,
  planned: ReadonlyMap<number, StoredCohort>,
  project: ProjectContext,
): void {
  const conditions = cohort.filters === null ? [] : conditionsOf(cohort.filters.properties);
  if (conditions.length === 0) throw refusal('The cohort has no condition, so everybody would be a member.');
  if (cohort.filters !== null && hasEmptyGroup(cohort.filters.properties))
    throw refusal('A group of the cohort has no condition, so everybody would meet it.');
  const count = ownConditions(cohort);
  if (count > MAX_COHORT_CONDITIONS)
    throw refusal(`A cohort has at most ${MAX_COHORT_CONDITIONS} conditions and filters; found ${count}.`);
  checkChains(cohort, planned);
  const isMember = compare(field('id'), 'in cohort', constant(cohort.id));
  nameMember(FILTERS, () =>
    compileStatement(statement`SELECT count() FROM persons WHERE ${isMember}`, { project }),
  );
}

function hasEmptyGroup({ values }: CohortGroup): boolean {
  return values.length === 0 || values.some((value) => 'values' in value && hasEmptyGroup(value));
}

/** Looks at the chains of all cohorts, because a cohort in the middle lengthens those above it. */
function checkChains(cohort: StoredCohort, planned: ReadonlyMap<number, StoredCohort>): void {
  const lengths = new Map<number, number>();
  const lengthOf = (at: StoredCohort, above: readonly StoredCohort[]): number => {
    if (above.includes(at))
      throw refusal(`The cohort would be defined by itself, in a circle: ${namesOf([...above, at])}.`);
    const known = lengths.get(at.id);
    if (known !== undefined) return known;
    const below = partsOf(at, planned).map((part) => lengthOf(part, [...above, at]));
    const length = 1 + Math.max(0, ...below);
    lengths.set(at.id, length);
    return length;
  };
  for (const each of [cohort, ...planned.values()]) {
    if (lengthOf(each, []) <= MAX_COHORT_DEPTH) continue;
    const detail = `Cohorts may name one another ${MAX_COHORT_DEPTH} deep; "${each.name}" would go deeper.`;
    throw refusal(detail);
  }
}

function partsOf(
  { filters }: StoredCohort,
  planned: ReadonlyMap<number, StoredCohort>,
): readonly StoredCohort[] {
  if (filters === null) return [];
  return conditionsOf(filters.properties).flatMap((condition) => {
    const part = condition.type === 'cohort' ? planned.get(condition.value) : undefined;
    return part === undefined ? [] : [part];
  });
}

function namesOf(chain: readonly StoredCohort[]): string {
  return chain.map(({ name }) => JSON.stringify(name)).join(' → ');
}

function refusal(detail: string): AppError {
  return new AppError('invalid_value', detail, { attr: FILTERS });
}
