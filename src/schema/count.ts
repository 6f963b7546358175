import { z } from 'zod';

/** A number of things in an answer, 0 or more. `sentence` says of which. */
export function count(sentence: string, example: number) {
  return z
    .int()
    .min(0)
    .describe(sentence)
    .meta({ examples: [example] });
}
