import type { Sliced } from './loop-slices.ts';

/** Approximate number of values and members in a piece; each hundred characters of a text count as one more. */
const PIECE_WEIGHT = 1_000;
const CHARACTERS_OF_ONE = 100;

/**
 * `JSON.stringify(value)` in pieces that are handed to `take` one after the other, with a stop after each. A piece is
 * small unless a single text in it is large.
 * @param value lists and plain objects without `toJSON`; members that are undefined are left out
 */
export function* jsonPieces(value: unknown, take: (text: string) => void): Sliced<void> {
  if (typeof value !== 'object' || value === null || weightOf(value, PIECE_WEIGHT) < PIECE_WEIGHT) {
    take(JSON.stringify(value) ?? 'null');
    yield;
    return;
  }
  if (Array.isArray(value)) {
    take('[');
    yield* itemPieces(value, take);
    take(']');
    return;
  }
  let opening = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    take(`${opening}${JSON.stringify(name)}:`);
    yield* jsonPieces(member, take);
    opening = ',';
  }
  take(opening === '{' ? '{}' : '}');
}

/** Prints neighbouring small items together. */
function* itemPieces(items: readonly unknown[], take: (text: string) => void): Sliced<void> {
  let start = 0;
  let weight = 0;
  const takeUntil = (end: number): void => {
    if (end === start) return;
    take(`${start === 0 ? '' : ','}${JSON.stringify(items.slice(start, end)).slice(1, -1)}`);
    start = end;
    weight = 0;
  };
  for (const [place, item] of items.entries()) {
    const own = weightOf(item, PIECE_WEIGHT);
    if (weight + own >= PIECE_WEIGHT) {
      takeUntil(place);
      yield;
    }
    if (own < PIECE_WEIGHT) {
      weight += own;
      continue;
    }
    if (place > 0) take(',');
    yield* jsonPieces(item, take);
    start = place + 1;
  }
  takeUntil(items.length);
}

/** The number of values inside `value`; counting stops at `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_OF_ONE;
  if (typeof value !== 'object' || value === null) return 1;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let weight = 1 + (Array.isArray(value) ? 0 : parts.length);
  for (const part of parts) {
    if (weight >= most) return most;
    weight += weightOf(part, most - weight);
  }
  return Math.min(weight, most);
}
