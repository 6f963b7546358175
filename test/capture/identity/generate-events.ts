import { derivedUuid } from '../../../src/base/ids.ts';
import { RandomSource } from '../../fixtures/random-source.ts';
import type { SentEvent } from './identity-model.ts';

const NAMESPACE = '2f1c1c0e-6b7d-5a55-9d6e-0b3a5c7d9e11';
const ILLEGAL = [
  'guest',
  'Anonymous',
  'NULL',
  'null',
  '[object Object]',
  '0',
  '"guest"',
  "'undefined'",
  '',
] as const;
const GROUP_TYPES = ['company', 'team', 'city', 'plan', 'host', 'sixth', 'seventh'] as const;
const PROPERTIES = ['a', 'b', 'c', 'd'] as const;
const START_MS = Date.UTC(2025, 0, 1);
const SPAN_MS = 100 * 86_400_000;

/** The events of one seed, whose distinct ids meet those of no other seed, but for illegal ones. */
export function generateEvents(seed: number): readonly SentEvent[] {
  const random = new RandomSource(seed);
  const ids = random.list(2, 6, () => `s${seed}-${random.below(8)}`);
  const events: SentEvent[] = [];
  for (let index = 0; index < 10 + random.below(25); index += 1) {
    const before = events[random.below(events.length + 1)];
    if (random.oneIn(8) && before !== undefined) events.push(repeated(random, before));
    else events.push(newEvent(random, ids, `${seed} ${index}`));
  }
  return events;
}

/** The same id again, with other contents: it must count for nothing. */
function repeated(random: RandomSource, { uuid, ...before }: SentEvent): SentEvent {
  return { ...before, uuid, ...(random.oneIn(2) && { properties: { $set: { a: 'of a repeat' } } }) };
}

function newEvent(random: RandomSource, ids: readonly string[], name: string): SentEvent {
  const id = (): string => ids[random.below(ids.length)] ?? '';
  const distinctId = random.oneIn(20) ? random.pick(['guest', 'null', 'false']) : id();
  const other = random.oneIn(8) ? random.pick(ILLEGAL) : id();
  const [event, properties] = contentOf(random, other);
  // They have no person whose first time could be compared, so they come after all others.
  const isPersonless = properties['$process_person_profile'] === false;
  const atMs = START_MS + random.below(SPAN_MS) + (isPersonless ? SPAN_MS : 0);
  return {
    uuid: derivedUuid(name, NAMESPACE),
    event,
    distinct_id: distinctId,
    timestamp: new Date(atMs).toISOString(),
    properties: { ...properties, ...groupsOf(random), ...changesOf(random) },
    ...(random.oneIn(6) && { $set: someProperties(random) }),
    ...(random.oneIn(6) && { $set_once: someProperties(random) }),
  };
}

function contentOf(random: RandomSource, other: string): readonly [string, Record<string, unknown>] {
  switch (random.below(8)) {
    case 0:
    case 1:
      return ['$identify', random.oneIn(5) ? {} : { $anon_distinct_id: other }];
    case 2:
      return ['$create_alias', { alias: other }];
    case 3:
      return ['$merge_dangerously', { alias: other }];
    case 4:
      return ['looked', { $process_person_profile: false }];
    case 5:
      return [
        '$groupidentify',
        {
          $group_type: random.pick(GROUP_TYPES),
          $group_key: `k${random.below(3)}`,
          $group_set: someProperties(random),
        },
      ];
    default:
      return ['bought', {}];
  }
}

function groupsOf(random: RandomSource): Record<string, unknown> {
  if (!random.oneIn(4)) return {};
  const pairs = random.list(1, 3, () => [random.pick(GROUP_TYPES), `k${random.below(3)}`]);
  return { $groups: Object.fromEntries(pairs) };
}

function changesOf(random: RandomSource): Record<string, unknown> {
  return {
    ...(random.oneIn(3) && { $set: someProperties(random) }),
    ...(random.oneIn(4) && { $set_once: someProperties(random) }),
    ...(random.oneIn(6) && { $unset: [random.pick(PROPERTIES)] }),
  };
}

function someProperties(random: RandomSource): Record<string, unknown> {
  return Object.fromEntries(random.list(1, 3, () => [random.pick(PROPERTIES), random.below(1000)]));
}
