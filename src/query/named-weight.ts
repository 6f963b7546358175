import { ownConditions } from './filters/cohort-weight.ts';
import { namedCohorts } from './named-cohorts.ts';
import type { ProjectContext, StoredAction, StoredCohort } from './project-context.ts';
import { usedActions } from './used-actions.ts';

type Named = StoredAction | StoredCohort;
type Project = Pick<ProjectContext, 'actions' | 'actionIds' | 'cohorts'>;

/** So many characters of a definition, as JSON, take as long to compile as a condition. */
const CHARACTERS_OF_CONDITION = 400;

const weights = new WeakMap<Named, number>();

/**
 * How many conditions the cohorts and actions that queries or filters name have together, with all that they name; each
 * counts once. Texts are parsed, so they should be short; nothing is parsed any more when there are more than `most`.
 */
export function namedWeight(values: readonly unknown[], project: Project, most: number): number {
  const seen = new Set<Named>();
  const left = [...values];
  let weight = 0;
  while (left.length > 0 && weight <= most) {
    for (const named of namedIn(left.pop(), project)) {
      if (seen.has(named)) continue;
      seen.add(named);
      weight += weightOf(named);
      left.push(definitionOf(named));
    }
  }
  return weight;
}

function namedIn(value: unknown, { actions, actionIds, cohorts }: Project): readonly Named[] {
  const used = usedActions(value);
  const ids = [...used.ids, ...Array.from(used.names, (name) => actionIds?.get(name))];
  return [
    ...namedCohorts(value, '').map(({ cohort }) =>
      cohorts?.byId.get(typeof cohort === 'number' ? cohort : (cohorts.idByName.get(cohort) ?? 0)),
    ),
    ...ids.map((id) => (id === undefined ? undefined : actions.get(id))),
  ].filter((named) => named !== undefined);
}

function definitionOf(named: Named): unknown {
  return 'steps' in named ? named.steps : named.filters;
}

/** Remembered, because a definition may be long and is asked for at each call. */
function weightOf(named: Named): number {
  const known = weights.get(named);
  if (known !== undefined) return known;
  const conditions = 'steps' in named ? stepConditions(named) : ownConditions(named);
  const { length } = JSON.stringify(definitionOf(named));
  const weight = Math.max(conditions, Math.floor(length / CHARACTERS_OF_CONDITION));
  weights.set(named, weight);
  return weight;
}

function stepConditions({ steps }: StoredAction): number {
  return steps.reduce((sum, { properties = [] }) => sum + 1 + properties.length, 0);
}
