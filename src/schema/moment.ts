import { z } from 'zod';

/** A time of an answer: ISO 8601 in UTC with milliseconds, as `Date` prints it. `sentence` says which time it is. */
export function moment(sentence: string) {
  return z
    .string()
    .describe(`${sentence}, ISO 8601, UTC`)
    .meta({ examples: ['2026-01-05T09:00:00.000Z'] });
}
