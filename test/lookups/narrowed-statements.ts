import type { LookupSubject } from '../../src/schema/lookup.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';
import type { Asked } from './ask-both-ways.ts';

// Statements over the events of generated worlds, in which some condition names one text, number, group or distinct id.

/** The subjects that the statements name. */
export const NARROWED_SUBJECTS: readonly LookupSubject[] = [
  { kind: 'property', key: 'os' },
  { kind: 'property', key: 'amount' },
  { kind: 'number', key: 'amount' },
  { kind: 'group', index: 0 },
  { kind: 'distinct_id' },
];

/** A statement whose answer is the same in every order of the rows that it reads. */
export function narrowedStatement(random: SeededRandom): Asked {
  const query = random.pick(SHAPES)((table = '') => condition(random, table, 2));
  const variables = {
    ...(query.includes('{variables.one}') && { one: random.pick(PASSED) }),
    ...(query.includes('{variables.many}') && { many: someOf(random, PASSED_TEXTS) }),
  };
  return { stored: { kind: 'HogQLQuery', query }, variables };
}

type Shape = (where: (table?: string) => string) => string;

const MEMBERS = 'uuid, distinct_id, event, timestamp, properties, $group_0, person';

const SHAPES: readonly Shape[] = [
  (where) => `select count(), uniq(person_id), sum(toFloat(properties.amount)) from events where ${where()}`,
  (where) =>
    `select uuid, event, properties.os, person_id from events where ${where()} order by timestamp desc, uuid limit 5`,
  (where) =>
    `select toDate(timestamp) as day, count(), uniq(distinct_id) from events where ${where()} group by day having count() > 1`,
  (where) => `select uuid, properties from events prewhere ${where()} where ${where()}`,
  (where) =>
    `with mine as (select * from events where ${where()}) select event, count() from mine group by event`,
  (where) => `select n.uuid from (select ${MEMBERS} from events) as n where ${where('n.')}`,
  // What is numbered counts all rows, whatever is taken of them afterwards.
  (where) =>
    `select uuid, n from (select ${MEMBERS}, row_number() over (partition by distinct_id order by timestamp, uuid) as n from events) where ${where()}`,
  (where) =>
    `select uuid, n from (select uuid, row_number() over (order by timestamp, uuid) as n from events where ${where()}) where n < 9`,
  (where) =>
    `select a.uuid, b.uuid from events as a join events as b on a.distinct_id = b.distinct_id and a.event = b.event where ${where('a.')}`,
  (where) =>
    `select a.uuid, b.uuid from events as a left join events as b on a.distinct_id = b.distinct_id and a.event = b.event where ${where('a.')} and ${where('b.')}`,
  (where) =>
    `select a.uuid, b.uuid from events as a left join (select uuid, distinct_id from events where ${where()}) as b on a.distinct_id = b.distinct_id where a.event = 'view'`,
  (where) => `select count(), (select count() from events where ${where()}) from events where ${where()}`,
  (where) =>
    `select uuid from events where distinct_id in (select distinct_id from events where ${where()}) and ${where()}`,
  (where) =>
    `select count() from events where ${where()} union all select count() from events where ${where()}`,
  (where) =>
    `select uuid, session.$entry_current_url, session.$session_duration from events where ${where()}`,
  (where) =>
    `select person.properties.plan, group_0.properties.tier, count() from events where ${where()} group by 1, 2`,
  (where) => `select countIf(${where()}), count() from events`,
  (where) => `select if(${where()}, 'in', 'out') as side, count() from events group by side`,
  (where) => `select event, max(timestamp) from events where ${where()} group by event having event = 'view'`,
  (where) => `select distinct properties.os, properties.amount from events where ${where()}`,
  (where) => `select properties.os as event, count() from events where ${where()} group by 1`,
];

/** Mostly a conjunction, in which one condition suffices to look rows up. */
function condition(random: SeededRandom, table: string, depth: number): string {
  if (depth === 0) return leaf(random, table);
  const inner = (): string => condition(random, table, depth - 1);
  switch (random.between(0, 9)) {
    case 0:
      return `(${inner()} or ${inner()})`;
    case 1:
      return `not (${inner()})`;
    case 2:
      return `${leaf(random, table)} and not (${inner()})`;
    case 3:
      return `(${inner()} or ${leaf(random, table)}) and ${leaf(random, table)}`;
    case 4:
    case 5:
    case 6:
      return `${inner()} and ${inner()}`;
    default:
      return leaf(random, table);
  }
}

const TEXTS = ["'Mac'", "'Mac'", "'Mac'", "'Win'", "'Linux'", "'mac os'", "''", "'true'", "'3'", "'nobody'"];
const NUMBERS = ['20', '20.0', '15.5', '7', '0', '1e3', '-7'];
const PASSED_TEXTS = ['Mac', 'Win', '', '3', 'nobody', '100%_x\\y'];
const PASSED = [...PASSED_TEXTS, 'Mac', 'Mac', 3, 15.5, true];

function someOf<Item>(random: SeededRandom, items: readonly Item[]): readonly Item[] {
  return Array.from({ length: random.between(1, 3) }, () => random.pick(items));
}

type Leaf = (random: SeededRandom, table: string) => string;

const text = (random: SeededRandom): string => random.pick(TEXTS);
const number = (random: SeededRandom): string => random.pick(NUMBERS);
const texts = (random: SeededRandom): string => someOf(random, TEXTS).join(', ');
const person = (random: SeededRandom): string => `'person-${random.between(0, 6)}'`;

/** Conditions that a lookup serves. */
const SERVED: readonly Leaf[] = [
  (random, t) => `${t}properties.os = ${text(random)}`,
  (random, t) => `${text(random)} = ${t}properties.os`,
  (random, t) => `equals(${t}properties.os, ${text(random)})`,
  (random, t) => `${t}properties.os in (${texts(random)})`,
  (random, t) => `${t}properties.os in [${texts(random)}]`,
  (_, t) => `${t}properties.os = concat('Ma', 'c')`,
  (_, t) => `${t}properties.os = {variables.one}`,
  (_, t) => `${t}properties.os in {variables.many}`,
  (random, t) => `${t}properties.amount = ${number(random)}`,
  (random, t) => `${t}properties.amount in (${someOf(random, NUMBERS).join(', ')})`,
  (random, t) => `${t}$group_0 = ${random.pick(["'c1'", "'c2'", "''"])}`,
  (random, t) => `${t}$group_0 in ('c1', ${text(random)})`,
  (random, t) => `${t}distinct_id = ${person(random)}`,
  (random, t) => `${t}distinct_id in (${person(random)}, ${person(random)})`,
];

/** Conditions that none serves, or that only look as if one did. */
const OTHERS: readonly Leaf[] = [
  (random, t) => `${t}properties.os != ${text(random)}`,
  (random, t) => `${t}properties.os not in (${texts(random)})`,
  (random, t) => `${t}properties.os in (${texts(random)}, null)`,
  (random, t) => `${t}properties.os is ${random.pick(['', 'not '])}null`,
  (random, t) => `lower(${t}properties.os) = ${text(random)}`,
  (_, t) => `coalesce(${t}properties.os, 'Mac') = 'Mac'`,
  (random, t) => `ifNull(${t}properties.os = ${text(random)}, true)`,
  (_, t) => `${t}properties.os = ${t}properties.version`,
  (_, t) => `${t}properties.os = ${t}distinct_id`,
  (random, t) => `${t}properties.os = ${number(random)}`,
  (random, t) => `${t}properties.amount = ${text(random)}`,
  (random, t) => `${t}properties.amount > ${number(random)}`,
  (_, t) => `${t}properties.os like 'Ma%'`,
  (random, t) => `${t}properties.os.in = ${text(random)}`,
  (random, t) => `${t}event = ${random.pick(["'view'", "'buy'"])}`,
  (_, t) => `${t}timestamp >= '2024-03-10 00:00:00'`,
  (_, t) => `${t}person.properties.plan = 'pro'`,
  () => '1 = 1',
  () => 'null',
];

function leaf(random: SeededRandom, table: string): string {
  return random.pick(random.chance(0.3) ? OTHERS : SERVED)(random, table);
}
