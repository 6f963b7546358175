import { z } from 'zod';
import { described } from './described.ts';

/** A number of things in an answer, 0 or more. `sentence` says of which. */
export function count(sentence: string, example: number) {
  return described(z.int().min(0), sentence, example);
}
