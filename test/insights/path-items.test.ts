import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import { edgesOf, openPaths, type PathEdge, type PathRow, shownEdge, view } from '../fixtures/paths-lab.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Hand-made cases of paths on the real engine: items ([H-1] to [H-4]), the rows that count, what is refused.

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const edges = (rows: readonly PathRow[], pathsFilter: object, more: object = {}) =>
  edgesOf(engine, rows, pathsFilter, more);

describe('items', () => {
  const rows: readonly PathRow[] = [
    view('ann', '10:00:00', 'https://a.example/blog/7?utm=1'),
    ['ann', '10:01:00', '$screen', { $screen_name: 'Home', tab: 3 }],
    ['ann', '10:02:00', '$autocapture', { tab: 4 }],
    ['ann', '10:03:00', 'buy', { tab: 5 }],
    ['ann', '10:04:00', '$screen'],
  ];
  /** The items of the only path. */
  async function path(pathsFilter: object, changes: Partial<ProjectContext> = {}) {
    const { results } = await (await openPaths(engine, rows, changes))({
      stepLimit: 20,
      ...pathsFilter,
    });
    const found = results as readonly PathEdge[];
    const names = [...new Set(found.flatMap(({ source, target }) => [source, target]))];
    return names.toSorted().map((name) => name.slice(2));
  }
  const BLOG = 'https://a.example/blog/7?utm=1';

  test.each([
    ['all events', {}, [BLOG, 'Home', '$autocapture', 'buy', '']],
    ['an empty list of types', { includeEventTypes: [] }, [BLOG, 'Home', '$autocapture', 'buy', '']],
    ['page views and custom events', { includeEventTypes: ['$pageview', 'custom_event'] }, [BLOG, 'buy']],
    ['screens', { includeEventTypes: ['$screen'] }, ['Home', '']],
    [
      'an expression',
      { includeEventTypes: ['hogql'], pathsHogQLExpression: "concat('tab ', properties.tab)" },
      ['tab ', 'tab 3', 'tab 4', 'tab 5', 'tab '],
    ],
    [
      'an expression that is a number or NULL',
      { includeEventTypes: ['hogql'], pathsHogQLExpression: 'toInt(properties.tab) + 1' },
      ['', '4', '5', '6', ''],
    ],
    [
      'an expression on some types',
      { includeEventTypes: ['hogql', '$screen', 'custom_event'], pathsHogQLExpression: 'properties.tab' },
      ['3', '5', ''],
    ],
    [
      'an expression without its type',
      { includeEventTypes: ['$pageview', 'custom_event'], pathsHogQLExpression: 'properties.tab' },
      [BLOG, 'buy'],
    ],
    [
      'groupings: the first that matches, and the whole item',
      { pathGroupings: ['Hom', '*/blog/*', 'https://*', 'b*y', '$auto*'] },
      ['*/blog/*', 'Home', '$auto*', 'b*y', ''],
    ],
    [
      'signs of expressions are literal in groupings',
      { pathGroupings: ['https://a.example/blog/7.utm=1', 'https://a.example/blog/7?utm*'] },
      ['https://a.example/blog/7?utm*', 'Home', '$autocapture', 'buy', ''],
    ],
    [
      'local cleaning, by order',
      {
        localPathCleaningFilters: [
          { regex: '^/blog/(\\d+)$', alias: '/post \\1', order: 3 },
          { regex: '^https://a.example', alias: '', order: 1 },
          { regex: '\\?.*', alias: '', order: 2 },
        ],
      },
      ['/post 7', 'Home', '$autocapture', 'buy', ''],
    ],
    [
      'cleaning before grouping before exclusion',
      {
        localPathCleaningFilters: [{ regex: '^https://[^/]+', alias: '' }],
        pathGroupings: ['/blog/*'],
        excludeEvents: ['Home', '', '/blog/7?utm=1'],
      },
      ['/blog/*', '$autocapture', 'buy'],
    ],
    [
      'exclusion acts on items, with and without types',
      { includeEventTypes: ['$screen', 'custom_event'], excludeEvents: ['$screen', ''] },
      ['Home', 'buy'],
    ],
  ])('%s', async (_name, pathsFilter, expected) => {
    expect(await path(pathsFilter)).toEqual(expected);
  });

  test('rules of the project come first, when asked for', async () => {
    const rules = { pathCleaningFilters: [{ regex: '\\?.*$', alias: '' }] };
    const local = [{ regex: '/7$', alias: '/:id' }];
    expect((await path({}, rules))[0]).toBe(BLOG);
    expect((await path({ pathReplacements: true }, rules))[0]).toBe('https://a.example/blog/7');
    expect((await path({ pathReplacements: true, localPathCleaningFilters: local }, rules))[0]).toBe(
      'https://a.example/blog/:id',
    );
    expect((await path({ localPathCleaningFilters: local }, rules))[0]).toBe(BLOG);
  });

  test('items that became equal collapse', async () => {
    expect(await path({ pathGroupings: ['$*', '*'], excludeEvents: [''] })).toEqual(['*', '$*', '*']);
  });
});

describe('rows that count', () => {
  const rows: readonly PathRow[] = [
    ['ann', '10:00:00', 'a'],
    ['ann', '10:01:00', 'b', { staff: 'yes' }],
    ['ann', '10:02:00', 'c', { plan: 'pro' }],
  ];

  test('properties, test accounts, dates', async () => {
    expect(await edges(rows, {}, { filterTestAccounts: true })).toEqual(['1_a > 2_c, 1, 120000']);
    const isNotA = { type: 'event_metadata', key: 'event', value: 'a', operator: 'is_not' };
    expect(await edges(rows, {}, { properties: [isNotA] })).toEqual(['1_b > 2_c, 1, 60000']);
    const dateRange = {
      date_from: '2024-06-09T10:01:00',
      date_to: '2024-06-09T10:02:00',
      explicitDate: true,
    };
    expect(await edges(rows, {}, { dateRange })).toEqual(['1_b > 2_c, 1, 60000']);
    expect(await edges(rows, {}, { dateRange: { date_to: '2024-06-08' } })).toEqual([]);
  });

  test('all time, and the resolved dates', async () => {
    const run = await openPaths(engine, rows);
    expect((await run({}, { dateRange: { date_from: 'all' } })).resolvedDateRange).toEqual({
      date_from: '2024-06-09T10:00:00+00:00',
      date_to: '2024-06-10T23:59:59.999999+00:00',
    });
    const { results, resolvedDateRange } = await run({}, {});
    expect(results).toHaveLength(2);
    expect(resolvedDateRange?.date_from).toBe('2024-06-03T00:00:00+00:00');
  });
});

describe('what is refused', () => {
  test.each([
    ['no filter', { pathsFilter: undefined }, 'pathsFilter'],
    ['an unknown type', { pathsFilter: { includeEventTypes: ['click'] } }, 'pathsFilter.includeEventTypes.0'],
    ['an unknown member', { pathsFilter: { steps: 3 } }, 'pathsFilter.steps'],
    ['too many steps', { pathsFilter: { stepLimit: 21 } }, 'pathsFilter.stepLimit'],
    ['too many edges', { pathsFilter: { edgeLimit: 1001 } }, 'pathsFilter.edgeLimit'],
    [
      'a type without its expression',
      { pathsFilter: { includeEventTypes: ['hogql'] } },
      'pathsFilter.pathsHogQLExpression',
    ],
    [
      'an expression that cannot be read',
      { pathsFilter: { includeEventTypes: ['hogql'], pathsHogQLExpression: 'a +' } },
      'pathsFilter.pathsHogQLExpression',
    ],
    [
      'a bad regular expression',
      {
        pathsFilter: {
          localPathCleaningFilters: [
            { regex: 'a', alias: '' },
            { regex: '(', alias: '' },
          ],
        },
      },
      'pathsFilter.localPathCleaningFilters.1.regex',
    ],
    [
      'a replacement of a group that is not there',
      { pathsFilter: { localPathCleaningFilters: [{ regex: '(a)', alias: '\\2' }] } },
      'pathsFilter.localPathCleaningFilters.0.alias',
    ],
  ])('%s', async (_name, query, attr) => {
    const run = await openPaths(engine, []);
    await expect(run({}, query)).rejects.toMatchObject({ status: 400, attr: `query.${attr}` });
  });

  test.each([
    ['an unknown name', 'nothing_here'],
    ['an aggregate', 'toString(count())'],
  ])('an expression with %s', async (_name, pathsHogQLExpression) => {
    const run = await openPaths(engine, []);
    const query = run({ includeEventTypes: ['hogql'], pathsHogQLExpression });
    await expect(query).rejects.toMatchObject({ status: 400 });
  });
});

// A step that costs the square of the length meets the limits of memory and time of a test's query.
test('an actor may have 100,000 events', async () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  // One event every 0.8 seconds for 22 hours: one session.
  const rows = Array.from({ length: 100_000 }, (_, at): PathRow => {
    const time = new Date(Date.UTC(2024, 5, 9) + at * 800).toISOString().slice(11, 23);
    return ['ann', time, items[at % items.length] ?? ''];
  });
  const run = await openPaths(engine, rows);
  const { results } = await run({ startPoint: 'b', endPoint: 'nowhere' });
  const { results: ends } = await run({ endPoint: 'g', startPoint: 'c', excludeEvents: ['d'] });
  expect(results).toEqual([]);
  expect((ends as readonly PathEdge[]).map(shownEdge)).toEqual([
    '1_c > 2_e, 1, 1600',
    '2_e > 3_f, 1, 800',
    '3_f > 4_g, 1, 800',
  ]);
});
