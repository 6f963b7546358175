import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestAnswer, TestProject } from '../fixtures/start-service.ts';

// Inputs that a caller may send and that the engine, not the compiler, would be the first to refuse: none is a 500.

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
  const event = { event: 'e', distinct_id: 'a', properties: { url: 'http://a/b', list: [1, 2] } };
  await service.capture([event]);
});

function ask(query: object, parameters: object = {}): Promise<TestAnswer> {
  return service.call('POST', 'query/', { body: { query, ...parameters } });
}

const sql = (query: string): object => ({ kind: 'HogQLQuery', query });
const SERIES = [{ kind: 'EventsNode', event: 'e' }];
const trends = (members: object): object => ({ kind: 'TrendsQuery', series: SERIES, ...members });

describe('values that get longer on their way to the engine', () => {
  test.each([
    ['percent signs', '%', 6_000],
    ['letters beyond ASCII', '世', 3_000],
    ['emoji', '😀', 2_000],
    ['control characters', '\u0001', 8_000],
    ['quotes', "'", 8_100],
    ['NUL', '\0', 7_000],
  ])('%s', async (_name, character, count) => {
    const x = character.repeat(count);
    const answer = await ask(
      sql('select lengthUTF8({variables.x}) as n, {variables.x} = {variables.y} as same'),
      {
        variables: { x, y: x },
      },
    );
    expect(answer.json.results, answer.text.slice(0, 300)).toEqual([[[...x].length, 1]]);
    const properties = [{ key: 'url', type: 'event', operator: 'exact', value: [x] }];
    const filtered = await ask(trends({ properties }), { filters_override: { properties } });
    expect(filtered.status, filtered.text.slice(0, 300)).toBe(200);
  });
});

/** A query for each place of an insight that takes an expression. */
const PLACES: Readonly<Record<string, (expression: string) => object>> = {
  breakdown: (breakdown) => trends({ breakdownFilter: { breakdown, breakdown_type: 'hogql' } }),
  filter: (key) => trends({ properties: [{ type: 'hogql', key }] }),
  math: (math_hogql) => trends({ series: [{ ...SERIES[0], math: 'hogql', math_hogql }] }),
  paths: (pathsHogQLExpression) => ({
    kind: 'PathsQuery',
    pathsFilter: { includeEventTypes: ['hogql'], pathsHogQLExpression },
  }),
  'actors of a funnel': (funnelAggregateByHogQL) => ({
    kind: 'FunnelsQuery',
    series: [...SERIES, ...SERIES],
    funnelsFilter: { funnelAggregateByHogQL },
  }),
  'breakdown of retention': (property) => ({
    kind: 'RetentionQuery',
    retentionFilter: {
      targetEntity: { id: 'e', type: 'events' },
      returningEntity: { id: 'e', type: 'events' },
    },
    breakdownFilter: { breakdowns: [{ type: 'hogql', property }] },
  }),
};

describe.each(Object.keys(PLACES))('in the expression of %s', (place) => {
  test.each(['{variables.x}', 'count({variables.x})', 'arrayMap(x -> {variables.x}, [1])', '{filters}'])(
    '%s is refused',
    async (expression) => {
      const answer = await ask(PLACES[place]?.(expression) ?? {});
      expect(answer.json).toMatchObject({ status: 400, attr: expect.stringMatching(/^query\./) });
    },
  );
});

test('an expression may have a name of its own', async () => {
  for (const place of ['breakdown', 'paths', 'actors of a funnel', 'breakdown of retention']) {
    const answer = await ask(PLACES[place]?.('event as a') ?? {});
    expect(answer.status, `${place}: ${answer.text}`).toBe(200);
  }
});

describe('a condition that is none', () => {
  const NO_CONDITIONS = ["'text'", 'event', 'timestamp', 'now()', '[1, 2]', '(1, 2)', 'uuid', "map('a', 1)"];
  test.each(NO_CONDITIONS)('%s', async (text) => {
    const refused = { status: 400, code: 'type_mismatch' };
    for (const query of [
      `select 1 from events where ${text}`,
      `select 1 from events where event = 'e' and ${text}`,
      `select 1 from events where not ${text}`,
      `select count() from events group by event having ${text.replace('event', 'any(event)')}`,
    ])
      expect((await ask(sql(query))).json, query).toMatchObject({
        ...refused,
        position: expect.objectContaining({ line: 1 }),
      });
    const properties = [{ type: 'hogql', key: text }];
    const inQuery = await ask(trends({ properties }));
    expect(inQuery.json).toMatchObject({ ...refused, attr: 'query.properties.0.key' });
    const overriding = await ask(sql('select 1 from events'), { filters_override: { properties } });
    expect(overriding.json).toMatchObject({ ...refused, attr: 'filters_override.properties.0.key' });
  });

  test.each(['1', '0', 'null', 'true', 'properties.url', '1.5', "event = 'e'"])('%s is one', async (text) => {
    expect((await ask(sql(`select 1 from events where ${text}`))).status).toBe(200);
  });
});

test.each([
  "select multiFuzzyMatchAny(event, 2, ['a.*b{30,500}c{1,500}']) from events",
  'select leftPad(event, -1) from events',
  "select 1 from events where JSONExtract(properties, 'n', 'Array(String)')",
  "select arrayConcat([1], ['a'])",
  "select arrayPushBack([1], 'a')",
  'select (event, 1) in (1, 2, 3) from events',
  "select dateAdd('fortnight', 1, timestamp) from events",
])('%s', async (query) => {
  const answer = await ask(sql(query));
  expect(answer.status, answer.text).toBe(400);
});

test('a huge pattern of path cleaning is refused', async () => {
  const filters = [{ regex: `(${'a'.repeat(60_000)})`, alias: 'x' }];
  const stored = await service.call('PATCH', '', {
    body: { path_cleaning_filters: filters },
  });
  expect(stored.json).toMatchObject({ status: 400 });
  const pathsFilter = { includeEventTypes: ['$pageview'], localPathCleaningFilters: filters };
  expect((await ask({ kind: 'PathsQuery', pathsFilter })).json).toMatchObject({ status: 400 });
});
