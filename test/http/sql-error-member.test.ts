import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// An error of SQL names the member that holds the text, and the place in it, wherever the text came in.
// [SPEC-6.2].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  const made = [
    { name: 'sql', query: { kind: 'HogQLQuery', query: 'select event from events where {filters}' } },
    { name: 'insight', query: trends() },
  ];
  for (const body of made) expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
});

const WRONG = { kind: 'HogQLQuery', query: 'select\n  evnt from events' };
const BROKEN = { kind: 'HogQLQuery', query: 'select\n  from from' };
const POSITION = { line: 2, column: 3, offset: 9, length: 4 };
const FILTER = { properties: [{ type: 'hogql', key: 'evnt = 1' }] };

function trends(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x' }], ...more };
}

describe('an error of the text', () => {
  test.each([
    ['create', 'POST', 'endpoints', { name: 'new' }],
    ['change', 'PATCH', 'endpoints/sql', {}],
    ['an ad-hoc query', 'POST', 'query', {}],
  ] as const)('in %s', async (_name, method, path, fields) => {
    for (const [query, code] of [
      [WRONG, 'unknown_field'],
      [BROKEN, 'syntax_error'],
    ] as const)
      expect(await service.call(method, path, { body: { ...fields, query } })).toMatchObject({
        status: 400,
        json: { code, attr: 'query.query', position: POSITION },
      });
  });

  test('in validate', async () => {
    const { json } = await service.call('POST', 'endpoints/validate', { body: { query: WRONG } });
    expect(json.errors).toMatchObject([{ code: 'unknown_field', attr: 'query.query', position: POSITION }]);
  });

  test('that came with a change of the project, in the run of the stored text', async () => {
    const filters = { test_account_filters: [{ type: 'hogql', key: 'evnt = 1' }] };
    const changed = await service.call('PATCH', '', { body: filters });
    expect(changed.status).toBe(200);
    const body = { filters_override: { filterTestAccounts: true } };
    expect(await service.call('POST', 'endpoints/sql/run', { body })).toMatchObject({
      status: 400,
      json: { code: 'unknown_field', attr: 'filters_override.filterTestAccounts.0.key' },
    });
    await service.call('PATCH', '', { body: { test_account_filters: [] } });
  });
});

describe('an error of SQL in a filter', () => {
  const OVERRIDDEN = 'filters_override.properties.0.key';
  test.each([
    [
      'a stored filter',
      'query',
      { query: { ...WRONG, query: 'select 1 from events where {filters}', filters: FILTER } },
      'query.filters.properties.0.key',
    ],
    ['an insight', 'query', { query: trends(FILTER) }, 'query.properties.0.key'],
    ['a run of SQL', 'endpoints/sql/run', { filters_override: FILTER }, OVERRIDDEN],
    ['a run of an insight', 'endpoints/insight/run', { filters_override: FILTER }, OVERRIDDEN],
    ['an override', 'endpoints/insight/run', { query_override: FILTER }, 'query_override.properties.0.key'],
  ])('of %s', async (_name, path, body, attr) => {
    expect(await service.call('POST', path, { body })).toMatchObject({
      status: 400,
      json: { code: 'unknown_field', attr },
    });
  });
});
