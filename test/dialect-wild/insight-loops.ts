import { named } from './loops.ts';
import { PEOPLE } from './people.ts';
import { DAYS, type Seen } from './world.ts';

// Insights as plain loops, for the forms that the cases use.

const DAY = 86_400_000;
const ids = PEOPLE.map(({ id }) => id);
const active = (rows: readonly Seen[], id: string, day: string) =>
  rows.some((seen) => seen.person.id === id && seen.day === day);

/** Retention by days: a row for each day, a column for each day after it; days beyond the last row are 0 ([R-3]). */
export function retention(
  target: readonly Seen[],
  returning: readonly Seen[],
  days: readonly string[],
  columns: number,
): readonly (readonly number[])[] {
  return days.map((day, row) => {
    const cohort = ids.filter((id) => active(target, id, day));
    return Array.from({ length: columns }, (_, column) => {
      if (column === 0) return cohort.length;
      const later = days[row + column];
      return later === undefined ? 0 : cohort.filter((id) => active(returning, id, later)).length;
    });
  });
}

/** How many persons were active on exactly 1, 2, ... of the days. */
export function stickiness(rows: readonly Seen[], days: readonly string[]): readonly number[] {
  const activeDays = ids.map((id) => days.filter((day) => active(rows, id, day)).length);
  return days.map((_, i) => activeDays.filter((count) => count === i + 1).length);
}

/** Lifecycle by days of a range that begins with the first day of the world. */
export function lifecycle(rows: readonly Seen[]): Readonly<Record<string, readonly number[]>> {
  const created = new Map(
    ids.map((id) => [
      id,
      named()
        .filter(({ person }) => person.id === id)
        .map(({ day }) => day)
        .toSorted()[0],
    ]),
  );
  const statusOf = (id: string, i: number): string | undefined => {
    const day = DAYS[i] as string;
    const before = DAYS[i - 1];
    const wasActive = before !== undefined && active(rows, id, before);
    if (!active(rows, id, day)) return wasActive ? 'dormant' : undefined;
    const isFirst = !DAYS.slice(0, i).some((earlier) => active(rows, id, earlier));
    if (isFirst && created.get(id) === day) return 'new';
    return wasActive ? 'returning' : 'resurrecting';
  };
  const count = (status: string) => DAYS.map((_, i) => ids.filter((id) => statusOf(id, i) === status).length);
  return {
    new: count('new'),
    returning: count('returning'),
    resurrecting: count('resurrecting'),
    dormant: count('dormant').map((people) => (people === 0 ? 0 : -people)),
  };
}

/** Persons who did the first step, and of them those who did the second at or after it within 14 days. */
export function funnel(first: readonly Seen[], second: readonly Seen[]): readonly number[] {
  const of = (rows: readonly Seen[], id: string) => rows.filter(({ person }) => person.id === id);
  const entered = ids.filter((id) => of(first, id).length > 0);
  const converted = entered.filter((id) =>
    of(first, id).some((start) =>
      of(second, id).some(
        (end) => end.uuid !== start.uuid && end.at >= start.at && end.at <= start.at + 14 * DAY,
      ),
    ),
  );
  return [entered.length, converted.length];
}

/** Steps between items of a person's visits ([H-5] to [H-9]): source, target, weight. */
export function edges(rows: readonly Seen[], itemOf: (seen: Seen) => string): readonly unknown[] {
  const weights = new Map<string, number>();
  for (const visit of visitsOf(rows)) {
    const items = visit.map(itemOf).filter((item, i, all) => item !== all[i - 1]);
    items.slice(0, 4).forEach((item, i) => {
      const next = items[i + 1];
      if (next === undefined) return;
      const key = JSON.stringify([`${i + 1}_${item}`, `${i + 2}_${next}`]);
      weights.set(key, (weights.get(key) ?? 0) + 1);
    });
  }
  const found = [...weights].map(
    ([key, weight]) => [...(JSON.parse(key) as [string, string]), weight] as const,
  );
  return found.toSorted((a, b) => b[2] - a[2] || compare(a[0], b[0]) || compare(a[1], b[1]));
}

/** The events of each person in order, cut at gaps of half an hour. */
function visitsOf(rows: readonly Seen[]): readonly (readonly Seen[])[] {
  const visits: Seen[][] = [];
  for (const id of ids) {
    let before: Seen | undefined;
    for (const seen of rows.filter(({ person }) => person.id === id).toSorted((a, b) => a.at - b.at)) {
      if (before === undefined || seen.at - before.at >= DAY / 48) visits.push([]);
      visits.at(-1)?.push(seen);
      before = seen;
    }
  }
  return visits;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
