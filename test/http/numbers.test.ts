import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SQL-4.1]: `numbers` of constant expressions, whose bound holds for values that only a run knows.

let project: TestProject;
beforeAll(async () => {
  project = await shareService();
});

const ask = (query: string, variables?: object) =>
  project.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query }, ...(variables && { variables }) },
  });

test.each([
  ['numbers(2 + 2)', {}, 4],
  ['numbers({variables.n} * 7)', { n: 2 }, 14],
  ['numbers({variables.n} / 2)', { n: 5 }, 2],
  ['numbers(1 - {variables.n})', { n: 3 }, 0],
  ['numbers({variables.n} + 1)', { n: null }, 0],
  ["numbers(toInt('none'))", {}, 0],
])('%s with %j makes %i rows', async (numbers, variables, count) => {
  const { json } = await ask(`WITH 3 AS three SELECT count() FROM ${numbers}`, variables);
  expect(json.results).toEqual([[count]]);
});

test('a constant of WITH counts', async () => {
  expect((await ask('WITH 3 AS three SELECT count() FROM numbers(three + 1)')).json.results).toEqual([[4]]);
});

test.each([
  ['numbers(1000000000001)', {}, 'query_too_large'],
  ['numbers({variables.n})', { n: 1_000_000_000_001 }, 'query_too_large'],
  ['numbers({variables.n} * 1000000)', { n: 1_000_001 }, 'query_too_large'],
  ['numbers(0, {variables.n} * 1e30)', { n: 1 }, 'query_too_large'],
  ['numbers((SELECT 1))', {}, 'type_mismatch'],
  ['numbers(-1)', {}, 'type_mismatch'],
  ['numbers(1.5)', {}, 'type_mismatch'],
  ["numbers('a')", {}, 'type_mismatch'],
  ['numbers(count())', {}, 'nested_aggregate'],
  ['events, numbers(length(event))', {}, 'unsupported_syntax'],
])('%s with %j is refused', async (numbers, variables, code) => {
  const answer = await ask(`SELECT count() FROM ${numbers}`, variables);
  expect(answer).toMatchObject({ status: 400, json: { code } });
});
