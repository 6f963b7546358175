import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { endpointListSchema } from '../../src/schema/endpoint-parameters.ts';
import { listEndpoints } from '../../src/services/endpoints/get-endpoint.ts';
import { openEndpoints, sql } from './endpoint-fixture.ts';

test('a page of the list takes as many statements with 150 endpoints as with 3', async () => {
  const { services, create } = await openEndpoints();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { catalog, transaction, alone, close } = services.database;
  const query = services.database.query.withPlugin(counting);
  const database = { query, reading: query, catalog, transaction, alone, close };
  const countOf = async (asked: Record<string, string>, length: number) => {
    statements = 0;
    const page = await listEndpoints({ database }, 1, endpointListSchema.parse(asked));
    expect(page.results).toHaveLength(length);
    return statements;
  };
  for (let index = 0; index < 3; index += 1)
    await create({ name: `e${index}`, query: sql('select 1'), tags: ['a', 'b'], is_materialized: true });
  const few = await countOf({}, 3);
  expect(few).toBeGreaterThan(3);
  expect(few).toBeLessThan(10);
  for (let index = 3; index < 150; index += 1)
    await create({ name: `e${index}`, query: sql('select 1'), tags: ['a', 'b'], is_materialized: true });
  expect(await countOf({}, 100)).toBe(few);
  expect(await countOf({ limit: '1000' }, 150)).toBe(few);
  expect(await countOf({ tag: 'a', search: 'E14', limit: '5' }, 5)).toBe(few);
});
