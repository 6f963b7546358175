import { EVENTS, type Seen } from './world.ts';

// The few loops with which cases compute what they expect. None of them knows anything of the product.

type Cell = string | number | null;

/** The events of that name, or all. */
export function named(...names: readonly string[]): readonly Seen[] {
  return EVENTS.filter(({ event }) => names.length === 0 || names.includes(event));
}

/** A row `[key, number of events]` for each key; events with an undefined key are left out. */
export function tally<T>(
  rows: readonly T[],
  keyOf: (row: T) => Cell | undefined,
): readonly (readonly [Cell, number])[] {
  return group(rows, keyOf).map(([key, members]) => [key, members.length]);
}

/** The rows of each key, in the order of first appearance; rows with an undefined key are left out. */
export function group<T, K extends Cell>(
  rows: readonly T[],
  keyOf: (row: T) => K | undefined,
): readonly (readonly [K, readonly T[]])[] {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}

/** How many different values, undefined left out. */
export function distinct<T>(rows: readonly T[], read: (row: T) => unknown): number {
  return new Set(rows.map(read).filter((value) => value !== undefined && value !== null)).size;
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A text property of an event; null when it was not sent. */
export function text({ properties }: Seen, name: string): string | null {
  return (properties[name] as string | undefined) ?? null;
}

/** A number of an event; NaN when it was not sent. */
export function number({ properties }: Seen, name: string): number {
  return (properties[name] as number | undefined) ?? Number.NaN;
}

/** How many distinct persons. */
export function persons(rows: readonly Seen[]): number {
  return distinct(rows, ({ person }) => person.id);
}

/** The plan of an event as sent. */
export function planOf(event: Seen): string | null {
  return text(event, 'plan');
}

/** How many of the rows fall on each of the days. */
export function perDay(rows: readonly Seen[], days: readonly string[]): readonly number[] {
  return days.map((day) => rows.filter((row) => row.day === day).length);
}
