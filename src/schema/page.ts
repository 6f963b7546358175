import { z } from 'zod';
import { component, described } from './described.ts';
import { documentedAs } from './documented-as.ts';

/** A whole number in a query string. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .register(documentedAs, { type: 'integer', minimum, maximum });
}

/** `true` or `false` in a query string. */
export function truth() {
  return z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .register(documentedAs, { type: 'boolean' });
}

/** A text to look for. SQLite ends a pattern at the character NUL, so that what follows it would be ignored. */
export const searchText = z
  .string()
  .refine((text) => !text.includes('\0'), 'the character NUL cannot be searched for');

/** An order of a list: the name of a member, `-` before it for the largest first. */
export function orderBy<const Members extends readonly [string, ...string[]]>(...members: Members) {
  type Order = Members[number] | `-${Members[number]}`;
  const orders = members.flatMap((member) => [member, `-${member}`]);
  // Border: the list has exactly these texts.
  return z.enum(orders as [Order, ...Order[]]);
}

/** Members of the query string of every list. */
export const paging = {
  limit: wholeNumber(1, 1000).default(100).describe('Most items of a page, 1..1000; default 100'),
  offset: wholeNumber(0, 999_999_999).default(0).describe('Items to leave out; default 0'),
};

/** Query string of a list without filters. */
export const pagingSchema = z.strictObject(paging);

export type Paging = z.output<typeof pagingSchema>;

/** A list as answered. @param name name of the item's schema in the document of the API */
export function listOf<Item extends z.ZodType>(item: Item, name: string) {
  return component(`${name}List`, 'One page of a list', {
    count: described(z.int().min(0), 'Items that match, on this page or not', 1),
    next: described(z.string().nullable(), 'Address of the next page; null on the last one', null),
    previous: described(z.string().nullable(), 'Address of the page before; null on the first one', null),
    results: z.array(item).describe('The items of this page'),
  });
}

/** The page that was asked for, of a list that is in memory. */
export function pageOf<Item>(items: readonly Item[], { limit, offset }: Paging): Page<Item> {
  return { count: items.length, results: items.slice(offset, offset + limit) };
}

/** One page of a list; `count` counts all that match, on this page or not. */
export interface Page<Item> {
  readonly count: number;
  readonly results: readonly Item[];
  /** Items that the page stands for where it may end before it has as many as were asked for; the next begins there. */
  readonly taken?: number;
}
