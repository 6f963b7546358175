import { scaleLinear, scalePoint } from 'd3-scale';

/** Where a plot stands inside its SVG, in px. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An axis of figures: ticks at round values, `at` gives px from the top of the SVG. */
export interface ValueAxis {
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

/**
 * The axis for values from `low` to `high`. It always holds 0, ends at round values, and never has length 0.
 * @param whole ticks at whole numbers only, for counts
 */
export function valueAxis(box: PlotBox, low: number, high: number, whole: boolean): ValueAxis {
  const top = high > 0 ? high : low < 0 ? 0 : 1;
  const wanted = Math.max(2, Math.min(6, Math.floor(box.height / 44)));
  const scale = scaleLinear([Math.min(0, low), top], [box.top + box.height, box.top]).nice(wanted);
  const ticks = scale.ticks(wanted);
  return { ticks: whole ? ticks.filter(Number.isInteger) : ticks, at: (value) => scale(value) };
}

/** Middle of each of `count` buckets, in px from the left of the SVG; a single one stands in the middle. */
export function bucketPlaces(box: PlotBox, count: number): number[] {
  const places = Array.from({ length: count }, (_, at) => at);
  const scale = scalePoint(places, [box.left, box.left + box.width]).align(0.5);
  return places.map((place) => scale(place) ?? box.left);
}

/** The bucket whose middle is nearest to `x`; -1 when there is none. */
export function nearestPlace(places: readonly number[], x: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  places.forEach((place, at) => {
    if (Math.abs(place - x) < distance) {
      distance = Math.abs(place - x);
      best = at;
    }
  });
  return best;
}

/**
 * Which labels of an axis are written: every n-th, so that each has `room` px, counted from the last one, because the
 * newest bucket matters most.
 */
export function shownLabels(count: number, width: number, room: number): number[] {
  if (count === 0) return [];
  const fit = Math.max(1, Math.floor(width / room));
  const step = Math.max(1, Math.ceil(count / fit));
  const shown: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) shown.unshift(at);
  return shown;
}

/**
 * Places for the names at the ends of lines: near `wanted`, at least `gap` apart and inside `top..bottom`, in the order
 * of `wanted`. Without room for all they overlap evenly.
 * @returns one y per entry of `wanted`, in its order
 */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((one, other) => one.y - other.y || one.at - other.at);
  const step = Math.min(gap, order.length > 1 ? (bottom - top) / (order.length - 1) : gap);
  const placed: number[] = [];
  order.forEach(({ y }, rank) => {
    const least = rank === 0 ? top : (placed[rank - 1] ?? top) + step;
    placed.push(Math.max(y, least));
  });
  for (let rank = placed.length - 1, most = bottom; rank >= 0; rank -= 1) {
    placed[rank] = Math.min(placed[rank] ?? most, most);
    most = (placed[rank] ?? most) - step;
  }
  const result: number[] = new Array(wanted.length).fill(0);
  order.forEach(({ at }, rank) => {
    result[at] = placed[rank] ?? 0;
  });
  return result;
}
