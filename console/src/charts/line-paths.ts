import { area, curveMonotoneX, line, stack, stackOffsetDiverging, stackOffsetNone } from 'd3-shape';

/** A point of a plot in px. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** The band of a series in stacked bars or areas: one `[from, to]` in values per bucket. */
export type StackedBand = readonly (readonly [number, number])[];

/** The path of a line through `points`; smooth without swinging above or below any of them. */
export function linePath(points: readonly PlotPoint[], smooth = false): string {
  const made = line<PlotPoint>(
    ({ x }) => x,
    ({ y }) => y,
  );
  return (smooth ? made.curve(curveMonotoneX) : made)([...points]) ?? '';
}

/** The path of the area between two lines of the same buckets. */
export function areaPath(tops: readonly PlotPoint[], bottoms: readonly PlotPoint[]): string {
  const made = area<PlotPoint>()
    .x(({ x }) => x)
    .y0((_, at) => bottoms[at]?.y ?? 0)
    .y1(({ y }) => y);
  return made([...tops]) ?? '';
}

/**
 * Puts series onto one another, bucket by bucket; values below 0 grow downward from 0.
 * @returns one band per series, in their order
 */
export function stackSeries(series: readonly (readonly number[])[]): StackedBand[] {
  const buckets = Array.from({ length: Math.max(0, ...series.map(({ length }) => length)) }, (_, at) => at);
  // The diverging offset lays an empty band onto the line of 0, where an area must go on along the band below it.
  const isDiverging = series.some((values) => values.some((value) => value < 0));
  const made = stack<unknown, number, number>()
    .keys(series.keys())
    .offset(isDiverging ? stackOffsetDiverging : stackOffsetNone)
    .value((bucket, at) => series[at]?.[Number(bucket)] ?? 0);
  return made(buckets).map((band) => band.map(([from, to]) => [from, to] as const));
}

/**
 * Keeps the lowest and the highest point of each pixel when there are more than two points a pixel, so that no peak is
 * lost and no path is longer than twice the width.
 * @param width px of the plot
 */
export function thinPoints(points: readonly PlotPoint[], width: number): readonly PlotPoint[] {
  if (points.length <= 2 * Math.max(1, width)) return points;
  const kept: PlotPoint[] = [];
  let from = 0;
  while (from < points.length) {
    const pixel = Math.floor(points[from]?.x ?? 0);
    let to = from;
    let low = from;
    let high = from;
    while (to < points.length && Math.floor(points[to]?.x ?? 0) === pixel) {
      if ((points[to]?.y ?? 0) < (points[low]?.y ?? 0)) low = to;
      if ((points[to]?.y ?? 0) > (points[high]?.y ?? 0)) high = to;
      to += 1;
    }
    const ends = low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
    kept.push(...ends.flatMap((at) => points[at] ?? []));
    from = to;
  }
  return kept;
}

/** The sum of all values up to each bucket. */
export function runningSum(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
