import { Temporal } from 'temporal-polyfill';
import type { OracleEvent, OracleFilter, OracleProject, World } from './model.ts';
import { resolveDate } from './time.ts';

/** [P-15] to [P-20]: does an event pass a filter or a group of filters? A list is an AND. */
export function passes(
  filter: OracleFilter | readonly OracleFilter[],
  event: OracleEvent,
  world: World,
): boolean {
  if (Array.isArray(filter)) return filter.every((member) => passes(member as OracleFilter, event, world));
  const one = filter as OracleFilter;
  if (one.values !== undefined) {
    if (one.values.length === 0) return true;
    return one.type === 'OR'
      ? one.values.some((member) => passes(member, event, world))
      : one.values.every((member) => passes(member, event, world));
  }
  return testValue(readValue(one, event, world.project), one, world);
}

/** The JSON value that a filter looks at; null and absent are `undefined`. */
export function readValue(filter: OracleFilter, event: OracleEvent, project: OracleProject): unknown {
  const key = filter.key ?? '';
  switch (filter.type ?? 'event') {
    case 'event':
      return event.properties[key] ?? undefined;
    case 'person':
      return key === 'distinct_id' ? event.distinctId : (event.person.properties[key] ?? undefined);
    case 'group': {
      const index = filter.group_type_index ?? 0;
      return project.groups[index]?.[event.groups[index] ?? '']?.[key] ?? undefined;
    }
    case 'event_metadata':
      if (key === 'event') return event.event;
      if (key === 'distinct_id') return event.distinctId;
      if (key === '$session_id') return event.sessionId;
      throw new Error(`event_metadata ${key} is not generated`);
    default:
      throw new Error(`filter type ${filter.type} is not generated`);
  }
}

/** Text of a value ([P-1] to [P-5]). */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

/** A value as number: a JSON number, or text that is a number as a whole. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return undefined;
  return Number(value);
}

const NEGATIVE: Readonly<Record<string, string>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_icontains_multi: 'icontains_multi',
  not_regex: 'regex',
  not_between: 'between',
  not_in: 'in',
  semver_neq: 'semver_eq',
};

function testValue(value: unknown, filter: OracleFilter, world: World): boolean {
  const operator = filter.operator ?? 'exact';
  if (operator === 'is_set') return value !== undefined;
  if (operator === 'is_not_set') return value === undefined;
  const positive = NEGATIVE[operator];
  if (positive !== undefined)
    return value === undefined || !testPositive(value, positive, filter.value, world);
  return value !== undefined && testPositive(value, operator, filter.value, world);
}

function testPositive(value: unknown, operator: string, wanted: unknown, world: World): boolean {
  if (operator === 'between') {
    const [low, high] = (wanted as unknown[]).map(Number);
    const number = numberOf(value);
    return number !== undefined && number >= (low ?? 0) && number <= (high ?? 0);
  }
  const list = Array.isArray(wanted) ? wanted : [wanted];
  return list.some((one) => testOne(value, operator, one, world));
}

function testOne(value: unknown, operator: string, wanted: unknown, world: World): boolean {
  switch (operator) {
    case 'exact':
    case 'in':
      return equals(value, wanted);
    case 'icontains':
    case 'icontains_multi':
      return textOf(value).toLowerCase().includes(textOf(wanted).toLowerCase());
    case 'regex':
      return new RegExp(textOf(wanted)).test(textOf(value));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'min':
    case 'max':
      return ordered(value, operator, wanted, world);
    case 'is_date_exact':
    case 'is_date_before':
    case 'is_date_after':
      return dated(value, operator, wanted, world);
    default:
      return semver(textOf(value), operator, textOf(wanted));
  }
}

/** [P-3]: by number when the wanted value is one, else by text. */
function equals(value: unknown, wanted: unknown): boolean {
  const number = numberOf(wanted);
  if (number !== undefined) {
    const own = numberOf(value);
    if (own !== undefined) return own === number;
  }
  return textOf(value) === textOf(wanted);
}

function compare<T>(left: T, right: T, operator: string): boolean {
  switch (operator) {
    case 'gt':
      return left > right;
    case 'gte':
    case 'min':
      return left >= right;
    case 'lt':
      return left < right;
    default:
      return left <= right;
  }
}

/** [P-11]. */
function ordered(value: unknown, operator: string, wanted: unknown, world: World): boolean {
  const number = numberOf(wanted);
  if (number !== undefined) {
    const own = numberOf(value);
    return own !== undefined && compare(own, number, operator);
  }
  const left = isoInstant(textOf(value), world.project.timezone);
  const right = isoInstant(textOf(wanted), world.project.timezone);
  if (left !== undefined && right !== undefined) return compare(left, right, operator);
  return compare(Buffer.compare(Buffer.from(textOf(value)), Buffer.from(textOf(wanted))), 0, operator);
}

/** [P-12], second precision. */
function dated(value: unknown, operator: string, wanted: unknown, world: World): boolean {
  const { timezone, weekStartDay } = world.project;
  const bound = Math.floor(
    resolveDate(String(wanted), world.nowMs, timezone, weekStartDay).at.epochMilliseconds / 1000,
  );
  const own = looseInstant(value, timezone);
  if (own === undefined) return false;
  const second = Math.floor(own / 1000);
  if (operator === 'is_date_exact') return second === bound;
  return operator === 'is_date_before' ? second < bound : second > bound;
}

function looseInstant(value: unknown, zone: string): number | undefined {
  const text = textOf(value);
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return isoInstant(text, zone);
}

function isoInstant(text: string, zone: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined;
  try {
    const iso = text.replace(' ', 'T');
    if (/(Z|[+-]\d\d:\d\d)$/.test(iso) && iso.length > 10)
      return Temporal.Instant.from(iso).epochMilliseconds;
    return Temporal.PlainDateTime.from(iso).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** [P-13]. */
function semver(text: string, operator: string, wanted: string): boolean {
  const own = versionOf(text);
  const bound = versionOf(wanted);
  if (own === undefined || bound === undefined) return false;
  const order = compareVersions(own, bound);
  const [major = 0, minor = 0, patch = 0] = bound;
  const below = (upper: number[]) => order >= 0 && compareVersions(own, upper) < 0;
  switch (operator) {
    case 'semver_eq':
      return order === 0;
    case 'semver_gt':
      return order > 0;
    case 'semver_gte':
      return order >= 0;
    case 'semver_lt':
      return order < 0;
    case 'semver_lte':
      return order <= 0;
    case 'semver_tilde':
      return bound.length === 1 ? below([major + 1, 0, 0]) : below([major, minor + 1, 0]);
    case 'semver_caret':
      if (major > 0) return below([major + 1, 0, 0]);
      return minor > 0 ? below([0, minor + 1, 0]) : below([0, 0, patch + 1]);
    default:
      return bound.length === 1 ? below([major + 1, 0, 0]) : below([major, minor + 1, 0]);
  }
}

function versionOf(text: string): number[] | undefined {
  const run = /\d+(\.\d+)*/.exec(text);
  return run?.[0].split('.').map(Number);
}

function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}
