import type { Temporal } from 'temporal-polyfill';
import { numberOf, passes, readValue, textOf } from './filters.ts';
import type { OracleEvent, OracleFilter, Query, World } from './model.ts';
import { actorOf, passesQuery } from './select-events.ts';
import { hoursBefore, nextBucket, resolveDate, startOfInterval, zoned } from './time.ts';

type Zoned = Temporal.ZonedDateTime;

interface Entity {
  readonly id?: string | null;
  readonly properties?: readonly OracleFilter[] | null;
}

export interface RetentionRow<Cell = Value> {
  readonly date: string;
  readonly label: string;
  readonly breakdown_value: string | null;
  readonly values: readonly Cell[];
}

interface Value {
  readonly count: number;
  readonly label: string;
  readonly aggregation_value?: number;
}

interface Counted {
  readonly count: number;
  readonly label: string;
  /** Sum of the property over the events of the cell. */
  readonly amount: number;
}

interface Frame {
  readonly query: Query;
  readonly world: World;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly interval: 'hour' | 'day' | 'week' | 'month';
  readonly periodName: string;
  readonly target: Entity;
  readonly returning: Entity;
  readonly starts: readonly number[];
  readonly endMs: number;
  readonly columns: number;
  readonly brackets: readonly (readonly [number, number])[] | undefined;
}

const OTHER = '\u0000other';

/** to by plain loops. */
export function evaluateRetention(query: Query, world: World): RetentionRow[] {
  const frame = frameOf(query, world);
  const cohorts = cohortsOf(frame);
  if (breakdownOf(frame) === undefined) return withValues(frame, rowsOf(frame, cohorts, null));
  const byValue = new Map<string, Cohort[]>();
  for (const cohort of cohorts) {
    byValue.set(cohort.value ?? '', [...(byValue.get(cohort.value ?? '') ?? []), cohort]);
  }
  return withValues(frame, mergedRows(frame, byValue));
}

function frameOf(query: Query, world: World): Frame {
  const { timezone, weekStartDay } = world.project;
  const filter = (query['retentionFilter'] ?? {}) as Record<string, unknown>;
  const periodName = (filter['period'] as string | undefined) ?? 'Day';
  const interval = periodName.toLowerCase() as Frame['interval'];
  const total = (filter['totalIntervals'] as number | undefined) ?? 8;
  const dateRange = (query['dateRange'] ?? {}) as Record<string, unknown>;
  const parse = (text: unknown): Zoned | undefined =>
    typeof text === 'string' ? resolveDate(text, world.nowMs, timezone, weekStartDay).at : undefined;
  const to = nextBucket(
    startOfInterval(parse(dateRange['date_to']) ?? zoned(world.nowMs, timezone), interval, weekStartDay),
    interval,
  );
  const given = parse(dateRange['date_from']);
  const from = startOfInterval(given ?? back(to, interval, total), interval, weekStartDay);
  const starts: number[] = [];
  for (let at = from; at.epochMilliseconds < to.epochMilliseconds; at = nextBucket(at, interval))
    starts.push(at.epochMilliseconds);
  const entity = (name: string) => (filter[name] ?? { id: '$pageview' }) as Entity;
  const brackets = bracketsOf(filter['retentionCustomBrackets'] as readonly number[] | null | undefined);
  return {
    query,
    world,
    filter,
    interval,
    periodName,
    target: entity('targetEntity'),
    returning: entity('returningEntity'),
    starts,
    endMs: to.epochMilliseconds,
    columns: brackets === undefined ? total : brackets.length + 1,
    brackets,
  };
}

function back(to: Zoned, interval: Frame['interval'], total: number): Zoned {
  if (interval === 'hour') return hoursBefore(to, total);
  if (interval === 'day') return to.subtract({ days: total });
  return interval === 'week' ? to.subtract({ weeks: total }) : to.subtract({ months: total });
}

function bracketsOf(sizes: readonly number[] | null | undefined): (readonly [number, number])[] | undefined {
  if (!sizes || sizes.length === 0) return undefined;
  let first = 1;
  return sizes.map((size) => {
    const bracket = [first, first + size - 1] as const;
    first += size;
    return bracket;
  });
}

// ----------------------------------------------------------------------------------------------------- cohorts

/** One actor in one cohort, with the offsets in which it came back. */
interface Cohort {
  readonly row: number;
  readonly actor: string;
  readonly value: string | null;
  /** Offset above 0 → events of the returning entity. */
  readonly returns: ReadonlyMap<number, readonly OracleEvent[]>;
  /** All target events of the period that have the value. */
  readonly own: readonly OracleEvent[];
}

function isEntity(event: OracleEvent, entity: Entity, frame: Frame, withOwnFilters = true): boolean {
  if (typeof entity.id === 'string' && event.event !== entity.id) return false;
  if (!passesQuery(event, frame.query, frame.world)) return false;
  return !withOwnFilters || passes(entity.properties ?? [], event, frame.world);
}

function cohortsOf(frame: Frame): Cohort[] {
  const index = frame.query['aggregation_group_type_index'] as number | null | undefined;
  const byActor = new Map<string, OracleEvent[]>();
  for (const event of frame.world.events) {
    const actor = actorOf(event, index);
    if (actor === '') continue;
    byActor.set(actor, [...(byActor.get(actor) ?? []), event]);
  }
  return [...byActor].flatMap(([actor, events]) =>
    actorCohorts(
      frame,
      actor,
      events.toSorted((a, b) => a.timestampMs - b.timestampMs),
    ),
  );
}

function actorCohorts(frame: Frame, actor: string, events: readonly OracleEvent[]): Cohort[] {
  const inRange = (event: OracleEvent) =>
    event.timestampMs >= (frame.starts[0] ?? Infinity) && event.timestampMs < frame.endMs;
  const type = (frame.filter['retentionType'] as string | undefined) ?? 'retention_recurring';
  const all = events
    .filter((event) => isEntity(event, frame.target, frame))
    .filter((event) => event.timestampMs < frame.endMs);
  let targets = all;
  if (type === 'retention_first_time') targets = targets.slice(0, 1);
  if (type === 'retention_first_ever_occurrence') {
    const first = events.find((event) => isEntity(event, frame.target, frame, false));
    targets = first !== undefined && isEntity(first, frame.target, frame) ? [first] : [];
  }
  const returning = events.filter((event) => inRange(event) && isEntity(event, frame.returning, frame));
  const keyOf = (target: OracleEvent) =>
    JSON.stringify([periodIndex(frame, target.timestampMs), breakdownValue(frame, target)]);
  const rows = Map.groupBy(targets.filter(inRange), keyOf);
  const own = Map.groupBy(all.filter(inRange), keyOf);
  const periods = returning.map(({ timestampMs }) => periodIndex(frame, timestampMs));
  return [...rows].map(([key, members]) => {
    const [row, value] = JSON.parse(key) as [number, string | null];
    const returns = new Map<number, OracleEvent[]>();
    for (const [at, event] of returning.entries()) {
      const period = periods[at] ?? 0;
      const offset = offsetOf(frame, row, members[0]?.timestampMs ?? 0, { period, event });
      if (offset === undefined || offset <= 0) continue;
      const others = returns.get(offset);
      if (others === undefined) returns.set(offset, [event]);
      else others.push(event);
    }
    return { row, actor, value, returns, own: own.get(key) ?? [] };
  });
}

function periodIndex(frame: Frame, ms: number): number {
  return frame.starts.findLastIndex((start) => start <= ms);
}

const HOURS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

interface Return {
  readonly period: number;
  readonly event: OracleEvent;
}

function offsetOf(
  frame: Frame,
  row: number,
  cohortMs: number,
  { period, event }: Return,
): number | undefined {
  if (frame.filter['timeWindowMode'] !== '24_hour_windows') return period - row;
  const ms = event.timestampMs;
  return ms < cohortMs ? undefined : Math.floor((ms - cohortMs) / (HOURS[frame.interval] * 3_600_000));
}

function breakdownOf(frame: Frame): { property: string; type?: string; limit: number } | undefined {
  const filter = (frame.query['breakdownFilter'] ?? {}) as Record<string, unknown>;
  const first = (
    filter['breakdowns'] as readonly { property: string; type?: string }[] | null | undefined
  )?.[0];
  const limit = (filter['breakdown_limit'] as number | undefined) ?? 25;
  if (first !== undefined) return { ...first, limit };
  if (typeof filter['breakdown'] !== 'string') return undefined;
  return {
    property: filter['breakdown'],
    type: (filter['breakdown_type'] as string | undefined) ?? 'event',
    limit,
  };
}

function breakdownValue(frame: Frame, event: OracleEvent): string | null {
  const breakdown = breakdownOf(frame);
  if (breakdown === undefined) return null;
  const value = readValue(
    { type: breakdown.type ?? 'event', key: breakdown.property },
    event,
    frame.world.project,
  );
  return value === undefined ? '' : textOf(value);
}

// -------------------------------------------------------------------------------------------------------- rows

function hasReturned(frame: Frame, cohort: Cohort, column: number): boolean {
  if (column === 0) return true;
  const minimum = (frame.filter['minimumOccurrences'] as number | undefined) ?? 1;
  const enough = (offset: number) => (cohort.returns.get(offset)?.length ?? 0) >= minimum;
  if (frame.brackets !== undefined) {
    const [first, last] = frame.brackets[column - 1] ?? [1, 0];
    if (frame.filter['cumulative'] === true)
      return [...cohort.returns.keys()].some((offset) => offset >= first && enough(offset));
    return range(first, last).some(enough);
  }
  if (frame.filter['cumulative'] === true)
    return [...cohort.returns.keys()].some((offset) => offset >= column && enough(offset));
  return enough(column);
}

function rowsOf(frame: Frame, cohorts: readonly Cohort[], value: string | null): RetentionRow<Counted>[] {
  return frame.starts.map((start, row) => {
    const members = cohorts.filter((cohort) => cohort.row === row);
    return {
      date: zoned(start, frame.world.project.timezone).toString({ timeZoneName: 'never' }),
      label: `${frame.periodName} ${row}`,
      breakdown_value: value,
      values: Array.from({ length: frame.columns }, (_, column) => cell(frame, members, column)),
    };
  });
}

function cell(frame: Frame, members: readonly Cohort[], column: number): Counted {
  const count = new Set(
    members.filter((cohort) => hasReturned(frame, cohort, column)).map((cohort) => cohort.actor),
  ).size;
  const amounts = members
    .flatMap((cohort) => (column === 0 ? cohort.own : returnsIn(frame, cohort, column)))
    .map((event) => amountOf(frame, event));
  const amount = amounts.reduce((sum, value) => sum + value, 0);
  return { count, label: columnLabel(frame, column), amount };
}

/** Returning events of a cell, also those that are too few for the actor to count. */
function returnsIn(frame: Frame, { returns }: Cohort, column: number): readonly OracleEvent[] {
  const [first, last] = frame.brackets?.[column - 1] ?? [column, column];
  const end = frame.filter['cumulative'] === true ? Infinity : last;
  return [...returns].filter(([offset]) => offset >= first && offset <= end).flatMap(([, events]) => events);
}

function amountOf(frame: Frame, event: OracleEvent): number {
  const { aggregationProperty: key, aggregationPropertyType: type = 'event' } = frame.filter;
  if (typeof key !== 'string') return 0;
  return numberOf(readValue({ type: String(type), key }, event, frame.world.project)) ?? 0;
}

/** sums as they are, means by the actors of the cell. */
function withValues(frame: Frame, rows: readonly RetentionRow<Counted>[]): RetentionRow[] {
  const { aggregationType = 'count' } = frame.filter;
  return rows.map((row) => ({
    ...row,
    values: row.values.map(({ amount, ...cell }) => {
      if (aggregationType === 'count') return cell;
      const mean = cell.count === 0 ? 0 : amount / cell.count;
      return { ...cell, aggregation_value: aggregationType === 'avg' ? mean : amount };
    }),
  }));
}

function columnLabel(frame: Frame, column: number): string {
  const bracket = column === 0 ? undefined : frame.brackets?.[column - 1];
  if (bracket === undefined) return `${frame.periodName} ${column}`;
  return bracket[0] === bracket[1]
    ? `${frame.periodName} ${bracket[0]}`
    : `${frame.periodName} ${bracket[0]}-${bracket[1]}`;
}

/** ranked by column 0, the rest added up as other. */
function mergedRows(frame: Frame, byValue: ReadonlyMap<string, Cohort[]>): RetentionRow<Counted>[] {
  const limit = breakdownOf(frame)?.limit ?? 25;
  const tables = new Map(
    [...byValue].map(
      ([value, cohorts]) => [value, rowsOf(frame, cohorts, value === '' ? null : value)] as const,
    ),
  );
  const size = (value: string) =>
    (tables.get(value) ?? []).reduce((sum, row) => sum + (row.values[0]?.count ?? 0), 0);
  const ranked = [...tables.keys()].toSorted(
    (a, b) => size(b) - size(a) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const shown = ranked.slice(0, limit).flatMap((value) => tables.get(value) ?? []);
  const rest = ranked.slice(limit);
  if (rest.length === 0) return shown;
  const other = rowsOf(frame, [], OTHER).map((row, at) => ({
    ...row,
    breakdown_value: 'Other',
    values: row.values.map((own, column) => ({
      ...own,
      count: rest.reduce((sum, value) => sum + (tables.get(value)?.[at]?.values[column]?.count ?? 0), 0),
      amount: rest.reduce((sum, value) => sum + (tables.get(value)?.[at]?.values[column]?.amount ?? 0), 0),
    })),
  }));
  return [...shown, ...other];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
