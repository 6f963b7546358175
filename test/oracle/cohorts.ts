import type { Temporal } from 'temporal-polyfill';
import { passes } from './filters.ts';
import type { OracleEvent, OracleFilter, World } from './model.ts';
import { resolveDate, zoned } from './time.ts';

// Who is in a cohort, by loops over persons and their events. Written from docs/specification/cohorts.md alone.

/** A cohort: a list of distinct ids, or conditions as in requests. */
export interface OracleCohort {
  readonly id: number;
  readonly name: string;
  readonly distinctIds?: readonly string[];
  readonly conditions?: CohortNode;
}

/** A group or a condition, in the JSON of requests. */
export type CohortNode = Readonly<Record<string, unknown>>;

/** Somebody with a profile, and everything that was done. */
interface Somebody {
  readonly id: string;
  readonly events: readonly OracleEvent[];
}

/** Ids of the persons of the world who are in the cohort ([CO-1] to [CO-8]). */
export function membersOf(
  cohort: OracleCohort,
  cohorts: readonly OracleCohort[],
  world: World,
): ReadonlySet<string> {
  const members = new Set<string>();
  for (const somebody of somebodies(world)) {
    if (isMember(somebody, cohort, cohorts, world)) members.add(somebody.id);
  }
  return members;
}

/** [CO-3]: those without a profile are in no cohort. */
function somebodies(world: World): readonly Somebody[] {
  const found = new Map<string, OracleEvent[]>();
  for (const event of world.events) {
    if (!Number.isFinite(event.person.createdAtMs)) continue;
    const events = found.get(event.person.id) ?? [];
    events.push(event);
    found.set(event.person.id, events);
  }
  return [...found].map(([id, events]) => ({ id, events }));
}

function isMember(
  somebody: Somebody,
  cohort: OracleCohort,
  cohorts: readonly OracleCohort[],
  world: World,
): boolean {
  const { distinctIds, conditions } = cohort;
  if (distinctIds !== undefined)
    return somebody.events.some((event) => distinctIds.includes(event.distinctId));
  return conditions !== undefined && holds(conditions, somebody, cohorts, world);
}

function holds(
  node: CohortNode,
  somebody: Somebody,
  cohorts: readonly OracleCohort[],
  world: World,
): boolean {
  const values = node['values'] as readonly CohortNode[] | undefined;
  if (values !== undefined) {
    let count = 0;
    for (const value of values) if (holds(value, somebody, cohorts, world)) count += 1;
    if (values.length === 0) return true;
    return node['type'] === 'AND' ? count === values.length : count > 0;
  }
  const met = meets(node, somebody, cohorts, world);
  return node['negation'] === true ? !met : met;
}

function meets(
  node: CohortNode,
  somebody: Somebody,
  cohorts: readonly OracleCohort[],
  world: World,
): boolean {
  if (node['type'] === 'person') {
    const [first] = somebody.events;
    return first !== undefined && passes(node as OracleFilter, first, world);
  }
  if (node['type'] === 'cohort') {
    const other = cohorts.find(({ id }) => id === node['value']);
    if (other === undefined) throw new Error(`no cohort ${String(node['value'])}`);
    const isIn = isMember(somebody, other, cohorts, world);
    return node['operator'] === 'not_in' ? !isIn : isIn;
  }
  return performed(node, somebody, world);
}

/** [CO-7]. */
function performed(node: CohortNode, somebody: Somebody, world: World): boolean {
  const [start, end] = periodOf(node, world);
  let count = 0;
  for (const event of somebody.events) {
    if (event.event !== node['key']) continue;
    if (event.timestampMs < start || event.timestampMs > end) continue;
    const filters = (node['event_filters'] ?? []) as readonly OracleFilter[];
    if (passes(filters, event, world)) count += 1;
  }
  if (node['value'] === 'performed_event') return count > 0;
  if (count === 0) return false;
  const wanted = Number(node['operator_value']);
  switch (node['operator'] ?? 'gte') {
    case 'gte':
      return count >= wanted;
    case 'gt':
      return count > wanted;
    case 'lte':
      return count <= wanted;
    case 'lt':
      return count < wanted;
    default:
      return count === wanted;
  }
}

function periodOf(node: CohortNode, world: World): readonly [number, number] {
  const { timezone, weekStartDay } = world.project;
  const dateOf = (text: unknown): Temporal.ZonedDateTime | undefined =>
    typeof text === 'string' ? resolveDate(text, world.nowMs, timezone, weekStartDay).at : undefined;
  const now = zoned(world.nowMs, timezone);
  const before = (): Temporal.ZonedDateTime =>
    now.subtract({ [`${String(node['time_interval'])}s`]: Number(node['time_value']) });
  const start = dateOf(node['explicit_datetime']) ?? before();
  const end = dateOf(node['explicit_datetime_to']) ?? now;
  return [start.epochMilliseconds, end.epochMilliseconds];
}
