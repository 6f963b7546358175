import type { SeededRandom } from '../../src/services/demo/random.ts';
import { EVENT_NAMES, OS_VALUES } from './generate-world.ts';
import type { OracleFilter } from './model.ts';

/** A random valid filter on an event, person, group or column. */
export function randomFilter(random: SeededRandom): OracleFilter {
  const type = random.pick(['event', 'event', 'event', 'person', 'group', 'event_metadata'] as const);
  if (type === 'person') return { type, ...personFilter(random) };
  if (type === 'group') return { type, group_type_index: 0, ...groupFilter(random) };
  if (type === 'event_metadata')
    return {
      type,
      key: 'event',
      operator: random.pick(['exact', 'is_not']),
      value: random.pick(EVENT_NAMES),
    };
  return eventFilter(random);
}

function eventFilter(random: SeededRandom): OracleFilter {
  const type = random.chance(0.5) ? { type: 'event' } : {};
  const text = random.pick([...OS_VALUES, 'a', '_', '%', '']);
  switch (random.between(0, 8)) {
    case 0:
      return { ...type, key: 'os', value: random.pick([text, [text, 'Win'], ['Mac']]) };
    case 1:
      return {
        ...type,
        key: 'os',
        operator: random.pick(['is_not', 'in', 'not_in']),
        value: random.pick([[text], [text, 'Mac']]),
      };
    case 2:
      return {
        ...type,
        key: 'os',
        operator: random.pick(['icontains', 'not_icontains']),
        value: random.pick(['m', 'WIN', '_', '%', ['a', 'x']]),
      };
    case 3:
      return {
        ...type,
        key: 'os',
        operator: random.pick(['regex', 'not_regex']),
        value: random.pick(['^M', 'i', '^$', '(Mac|Lin)']),
      };
    case 4:
      return {
        ...type,
        key: 'amount',
        operator: random.pick(['gt', 'gte', 'lt', 'lte', 'min', 'max']),
        value: random.pick([7, '15.5', 0]),
      };
    case 5:
      return {
        ...type,
        key: 'amount',
        operator: random.pick(['between', 'not_between']),
        value: random.pick([
          [5, 16],
          [0, 0],
        ]),
      };
    case 6:
      return {
        ...type,
        key: random.pick(['os', 'amount', 'flag', 'tags', 'nothing']),
        operator: random.pick(['is_set', 'is_not_set']),
      };
    case 7:
      return {
        ...type,
        key: 'flag',
        operator: random.pick(['exact', 'is_not']),
        value: random.pick([true, 'false', [false, 'true']]),
      };
    default:
      return {
        ...type,
        key: 'version',
        operator: random.pick([
          'semver_eq',
          'semver_neq',
          'semver_gt',
          'semver_lte',
          'semver_tilde',
          'semver_caret',
        ]),
        value: random.pick(['1.2.3', '1.2', '0.2.3']),
      };
  }
}

function personFilter(random: SeededRandom): OracleFilter {
  if (random.chance(0.5))
    return {
      key: 'plan',
      operator: random.pick(['exact', 'is_not', 'icontains', 'is_set', 'is_not_set']),
      value: random.pick(['pro', 'free', '']),
    };
  return {
    key: 'age',
    operator: random.pick(['exact', 'gte', 'lt', 'is_not']),
    value: random.pick([40, '40', 18.5]),
  };
}

function groupFilter(random: SeededRandom): OracleFilter {
  if (random.chance(0.5))
    return { key: 'tier', operator: random.pick(['exact', 'is_not', 'is_not_set']), value: 'gold' };
  return { key: 'seats', operator: random.pick(['gt', 'lte', 'exact']), value: 5 };
}

/** A list, or one group of groups. */
export function randomFilters(random: SeededRandom): OracleFilter | OracleFilter[] {
  const list = Array.from({ length: random.between(1, 2) }, () => randomFilter(random));
  if (random.chance(0.7)) return list;
  return {
    type: random.pick(['AND', 'OR']),
    values: [{ type: random.pick(['AND', 'OR']), values: list }, randomFilter(random)],
  };
}
