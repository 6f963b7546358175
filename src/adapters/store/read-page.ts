import type { SelectQueryBuilder } from 'kysely';
import type { Page, Paging } from '../../schema/page.ts';

/** One page of the rows that a query finds, in its order, and how many it finds in all. Two statements. */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  found: SelectQueryBuilder<Tables, Table, Row>,
  { limit, offset }: Paging,
): Promise<Page<Row>> {
  const { count } = await found
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return { count: Number(count), results: await found.limit(limit).offset(offset).execute() };
}
