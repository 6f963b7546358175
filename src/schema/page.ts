import { z } from 'zod';

/** A whole number in a query string. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** Members of the query string of every list. */
export const paging = {
  limit: wholeNumber(1, 1000).default(100).describe('Most items of a page, 1..1000; default 100'),
  offset: wholeNumber(0, 999_999_999).default(0).describe('Items to leave out; default 0'),
};

/** Query string of a list without filters. */
export const pagingSchema = z.strictObject(paging);

export type Paging = z.output<typeof pagingSchema>;

/** One page of a list; `count` counts all that match, on this page or not. */
export interface Page<Item> {
  readonly count: number;
  readonly results: readonly Item[];
}
