import { type BreakdownKey, type BreakdownPlan, compareKeys, isNone, OTHER } from './breakdowns.ts';

/** Data points of one series by breakdown value. */
export type Points = Map<BreakdownKey, number[]>;

/** What ranking needs to know of a query. */
export interface RankFrame {
  readonly isTotal: boolean;
  readonly plan: BreakdownPlan | undefined;
}

function rank(frame: RankFrame, points: Points): BreakdownKey[] {
  const total = (key: BreakdownKey) => sum(points.get(key) ?? []);
  const byTotal = (a: BreakdownKey, b: BreakdownKey) => total(b) - total(a) || compareKeys(a, b);
  const keys = [...points.keys()].filter(
    (key) => !(isNone(key) && (points.get(key) ?? []).every((value) => value === 0)),
  );
  if (frame.isTotal) return keys.toSorted(byTotal);
  return [...keys.filter((key) => !isNone(key)).toSorted(byTotal), ...keys.filter(isNone)];
}

/** [B-11], [B-12]: keeps the first L values and adds the others up point by point. */
export function cut(frame: RankFrame, points: Points): Points {
  if (frame.plan === undefined) return points;
  return keep(points, rank(frame, points), frame.plan.limit);
}

/** [T-27]: one ranking over the sum of all series. */
export function sharedCut(frame: RankFrame, series: readonly Points[]): Points[] {
  if (frame.plan === undefined) return [...series];
  const sums: Points = new Map();
  for (const points of series) for (const [key, data] of points) sums.set(key, add(sums.get(key), data));
  const ranked = rank(frame, sums);
  return series.map((points) => keep(points, ranked, frame.plan?.limit ?? 25));
}

function keep(points: Points, ranked: readonly BreakdownKey[], limit: number): Points {
  const kept: Points = new Map();
  for (const [index, key] of ranked.entries()) {
    const data = points.get(key);
    if (index < limit && data !== undefined) kept.set(key, data);
    if (index >= limit && data !== undefined) kept.set(OTHER, add(kept.get(OTHER), data));
  }
  return kept;
}

/** [B-14]. */
export function shownOrder(points: Points): BreakdownKey[] {
  const total = (key: BreakdownKey) => sum(points.get(key) ?? []);
  const keys = [...points.keys()];
  const regular = keys
    .filter((key) => key !== OTHER && !isNone(key))
    .toSorted((a, b) => total(b) - total(a) || compareKeys(a, b));
  return [
    ...regular,
    ...keys.filter((key) => key !== OTHER && isNone(key)),
    ...keys.filter((key) => key === OTHER),
  ];
}

export const sum = (data: readonly number[]): number => data.reduce((total, value) => total + value, 0);

const add = (left: readonly number[] | undefined, right: readonly number[]): number[] =>
  right.map((value, index) => value + (left?.[index] ?? 0));
