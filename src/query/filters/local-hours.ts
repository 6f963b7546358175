import type { Temporal } from 'temporal-polyfill';

// Hours of a zone start at its full local hours. Where a zone moves its clock by half an hour, the hour of the change
// has 90 or 30 minutes, as a day of a change has 25 or 23 hours; everywhere else hours are 3600 s of elapsed time.

const HOUR_MS = 3_600_000;
/**
 * Days between two looks at the clock of a zone; all looks together span a little more than the longest range of hours.
 */
const LOOK_DAYS = 60;
const LOOKS = 8;

/** True when the clock of the zone moves by a part of an hour within 420 days after `first`. */
export function hasUnevenHours(first: Temporal.ZonedDateTime): boolean {
  const looks = Array.from({ length: LOOKS }, (_, at) => first.add({ hours: 24 * LOOK_DAYS * at }));
  return looks.some((at) => partOfHourMs(at, first) !== 0);
}

/** Milliseconds since 1970 at which the hour of `start` would have started if the clock had not changed. */
export function fullHourMs(start: Temporal.ZonedDateTime): number {
  return start.epochMilliseconds - start.minute * 60_000;
}

/** The number of the hour that contains `at`; the hour that starts at `first` has number 0. */
export function hoursSince(first: Temporal.ZonedDateTime, at: Temporal.ZonedDateTime): number {
  return Math.floor((at.epochMilliseconds - fullHourMs(first) + partOfHourMs(at, first)) / HOUR_MS);
}

/** The start of the hour `count` hours after the one that starts at `start`. */
export function addHours(start: Temporal.ZonedDateTime, count: number): Temporal.ZonedDateTime {
  const evenly = start.subtract({ minutes: start.minute }).add({ hours: count });
  const part = partOfHourMs(evenly, start);
  if (part === 0 && start.minute === 0) return evenly;
  const moved = evenly.subtract({ milliseconds: part });
  // Where only one of the two is after the change, the hour starts with the change.
  const isBeside = partOfHourMs(moved, start) !== part;
  return isBeside && moved.epochMilliseconds < evenly.epochMilliseconds ? evenly : moved;
}

/** By how much the clock of `at` is ahead of that of `other`, without whole hours. */
function partOfHourMs(at: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): number {
  return ((at.offsetNanoseconds - other.offsetNanoseconds) / 1_000_000) % HOUR_MS;
}
