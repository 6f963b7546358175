import type { z } from 'zod';
import { listOf, pagingSchema } from '../../schema/page.ts';

/** Query string and answer of an operation that lists. @param name of the item's schema in the document of the API */
export function listing<Item extends z.ZodType>(item: Item, name: string, order: string) {
  return {
    query: pagingSchema,
    answers: { 200: { description: `One page, ${order}`, schema: listOf(item, name) } },
  };
}
