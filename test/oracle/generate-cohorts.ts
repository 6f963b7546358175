import type { SeededRandom } from '../../src/services/demo/random.ts';
import type { CohortNode, OracleCohort } from './cohorts.ts';
import { randomFilter } from './generate-filter.ts';
import { EVENT_NAMES } from './generate-world.ts';
import type { World } from './model.ts';

const COHORTS = 7;
/** [CO-8]. */
const MOST_DEPTH = 5;

interface Drawn {
  readonly cohort: OracleCohort;
  readonly depth: number;
}

/** Cohorts of a world, static and dynamic; later ones may name earlier ones. */
export function randomCohorts(random: SeededRandom, world: World): readonly OracleCohort[] {
  const drawn: Drawn[] = [];
  for (let id = 1; id <= COHORTS; id += 1) {
    const below = drawn.filter(({ depth }) => depth < MOST_DEPTH);
    drawn.push(
      id <= 2 || random.chance(0.15) ? staticCohort(id, random, world) : dynamicCohort(id, random, below),
    );
  }
  return drawn.map(({ cohort }) => cohort);
}

function staticCohort(id: number, random: SeededRandom, world: World): Drawn {
  const known = world.events.flatMap(({ person, distinctId }) =>
    Number.isFinite(person.createdAtMs) ? [distinctId] : [],
  );
  const distinctIds = [...new Set(known)].filter(() => random.chance(0.4));
  return { cohort: { id, name: `static ${id}`, distinctIds: [...distinctIds, `unknown ${id}`] }, depth: 1 };
}

function dynamicCohort(id: number, random: SeededRandom, below: readonly Drawn[]): Drawn {
  const named = new Set<number>();
  const one = (): CohortNode => {
    const part = random.chance(0.25) && below.length > 0 ? random.pick(below) : undefined;
    if (part === undefined) return random.chance(0.4) ? personCondition(random) : behavior(random);
    named.add(part.depth);
    return { type: 'cohort', value: part.cohort.id, operator: random.pick(['in', 'not_in', undefined]) };
  };
  const condition = (): CohortNode => ({ ...one(), ...(random.chance(0.25) && { negation: true }) });
  const group = (): CohortNode => ({
    type: random.pick(['AND', 'OR']),
    values: Array.from({ length: random.between(1, 3) }, condition),
  });
  const conditions = {
    type: random.pick(['AND', 'OR']),
    values: Array.from({ length: random.between(1, 2) }, () => (random.chance(0.5) ? group() : condition())),
  };
  return { cohort: { id, name: `it's ${id}`, conditions }, depth: 1 + Math.max(0, ...named) };
}

function personCondition(random: SeededRandom): CohortNode {
  if (random.chance(0.5))
    return {
      type: 'person',
      key: 'plan',
      operator: random.pick(['exact', 'is_not', 'icontains', 'is_set', 'is_not_set']),
      value: random.pick(['pro', 'free', '']),
    };
  return {
    type: 'person',
    key: 'age',
    operator: random.pick(['exact', 'gte', 'lt', 'is_not']),
    value: random.pick([40, '40', 18.5]),
  };
}

function behavior(random: SeededRandom): CohortNode {
  const often = {
    value: 'performed_event_multiple',
    operator: random.pick(['gte', 'gt', 'lte', 'lt', 'eq', 'exact', undefined]),
    operator_value: random.between(1, 4),
  };
  return {
    type: 'behavioral',
    key: random.pick(EVENT_NAMES),
    ...(random.chance(0.5) ? { value: 'performed_event' } : often),
    ...period(random),
    ...(random.chance(0.3) && { event_filters: [randomFilter(random)] }),
  };
}

function period(random: SeededRandom): CohortNode {
  if (random.chance(0.2))
    return {
      explicit_datetime: random.pick(['-20d', '-1m', '-2wStart', 'mStart']),
      explicit_datetime_to: random.pick(['-3d', '-1d', '-1wEnd', undefined]),
    };
  const [time_value, time_interval] = random.pick([
    [90, 'minute'],
    [36, 'hour'],
    [5, 'day'],
    [30, 'day'],
    [2, 'week'],
    [1, 'month'],
    [1, 'year'],
  ]);
  return { time_value, time_interval };
}
