import { z } from 'zod';
import { described } from './described.ts';

/** A time of an answer: ISO 8601 in UTC with milliseconds, as `Date` prints it. `sentence` says which time it is. */
export function moment(sentence: string) {
  return described(z.string(), `${sentence}, ISO 8601, UTC`, '2026-01-05T09:00:00.000Z');
}
