import type { Expr } from '../../language/ast.ts';
import { expression } from '../../language/dialect.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { mayOverlap } from './step-overlap.ts';

/**
 * How an event is packed into one number, so that the events of an actor are one list of numbers that sorts by time:
 *
 *     time · 2^tailBits + [place] [may start] [step n .. step 1] [exclusion x .. exclusion 1]
 *
 * Time is in microseconds since just before the range, at least 1. Events of one instant are sorted by step, the
 * exclusions before them, so that they are taken in the most favourable order ([F-10]).
 */
export interface EventLayout {
  readonly steps: number;
  readonly exclusions: number;
  /**
   * True when a flag of its own marks the events that may start an attempt; otherwise the events of the first step may.
   */
  readonly hasStartFlag: boolean;
  /** Bits for the place of an event among the events of its instant (`best-order.ts`); the bits of a row are 0. */
  readonly placeBits: number;
  readonly tailBits: number;
  /** Microseconds since 1970 at which the time of the layout is 0. */
  readonly origin: bigint;
  /** True when a packed event needs more than 63 bits. */
  readonly isWide: boolean;
}

export function eventLayout(frame: FunnelFrame): EventLayout {
  const { bounds, length, exclusions, order, attribution, breakdown } = frame;
  const hasStartFlag = order === 'unordered' && breakdown !== undefined && attribution.kind === 'step';
  // The longest list of an instant: rows of steps from each step to the last, and the exclusions before them.
  const places =
    order !== 'unordered' && mayOverlap(frame.query.series) ? (length * (length + 1)) / 2 + 1 : 0;
  const placeBits = places === 0 ? 0 : places.toString(2).length;
  const tailBits = length + exclusions.length + (hasStartFlag ? 1 : 0) + placeBits;
  const origin = microsecondsOf(bounds.rowsFrom.epochNanoseconds) - 1n;
  const longest = microsecondsOf(bounds.to.epochNanoseconds) - origin;
  const timeBits = longest <= 0n ? 1 : longest.toString(2).length;
  return {
    steps: length,
    exclusions: exclusions.length,
    hasStartFlag,
    placeBits,
    tailBits,
    origin,
    isWide: timeBits + tailBits > 63,
  };
}

function microsecondsOf(epochNanoseconds: bigint): bigint {
  return epochNanoseconds / 1000n;
}

/** The packed number of the event of a row. @param flags the condition of each flag, from the lowest */
export function packEvent(layout: EventLayout, flags: readonly Expr[]): Expr {
  const since = expression`_microseconds(timestamp) - ${layout.origin}`;
  const time = layout.isWide ? expression`_wideInteger(${since})` : since;
  return flags
    .map((flag, bit) => expression`if(${flag}, ${1n << BigInt(bit)}, 0)`)
    .reduce(
      (sum, part) => expression`${sum} + ${part}`,
      expression`${time} * ${1n << BigInt(layout.tailBits)}`,
    );
}

/** Microseconds since the origin, at least 1. */
export function timeOf({ tailBits }: EventLayout, packed: Expr): Expr {
  return expression`bitShiftRight(${packed}, ${tailBits})`;
}

/** The flag of an exclusion, by its place in the query. */
export function exclusionFlag(exclusion: number): bigint {
  return 1n << BigInt(exclusion);
}

/** The flags of all exclusions. */
export function exclusionFlags({ exclusions }: EventLayout): bigint {
  return (1n << BigInt(exclusions)) - 1n;
}

/** The flag of events that may be taken for a step, from 0. */
export function stepFlag({ exclusions }: EventLayout, step: number): bigint {
  return 1n << BigInt(exclusions + step);
}

/** The flags of events that may start an attempt of an unordered funnel. */
export function startFlags(layout: EventLayout): bigint {
  const first = stepFlag(layout, 0);
  return layout.hasStartFlag ? first << BigInt(layout.steps) : ((1n << BigInt(layout.steps)) - 1n) * first;
}

export function hasAny(packed: Expr, flags: bigint): Expr {
  return expression`bitAnd(${packed}, ${flags}) != 0`;
}
