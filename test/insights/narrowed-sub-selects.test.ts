import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import type { StoredPropertyFilter } from '../../src/schema/property-filter.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { canariesOf, marked, NO_CANARIES } from '../fixtures/canary-rows.ts';
import { EXPRESSION_SPOTS, type ExpressionSpot } from '../fixtures/expression-spots.ts';
import { insertEvents, insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { generateWorld } from '../oracle/generate-world.ts';
import type { Query } from '../oracle/model.ts';

// [O-9], the meaning of a filter of a caller: the answer is the one that the query would give if the rows that fail it
// did not exist. So each query, with a sub-select in one of its expressions, runs without filter on a world, and with
// the filter on the same world littered with rows that fail it. [SPEC-3.3.9].

const { world: bare } = generateWorld(4711);
const world = marked(bare);
const FILTERED = { filters_override: { properties: [NO_CANARIES] } };

let engine: EmbeddedEngine;
const clean = projectOf(world, newProjectId());
const littered = projectOf(world, newProjectId());

beforeAll(async () => {
  engine = await shareEngine();
  for (const { projectId } of [clean, littered]) await insertWorld(engine, world, projectId);
  await insertEvents(engine, canariesOf(world, new SeededRandom(5)), littered.projectId);
});

const COUNT = '(select count() from events)';
/** False as soon as one row of the litter is counted. */
const IS_CLEAN = `${COUNT} = ${world.events.length}`;
const EXPRESSIONS: Readonly<Record<ExpressionSpot['role'], string>> = {
  value: `if(${IS_CLEAN}, event, 'littered')`,
  condition: `distinct_id in (select distinct_id from events group by distinct_id having ${IS_CLEAN})`,
  aggregate: `count() / ${COUNT}`,
};

interface Ways {
  readonly expected: unknown;
  readonly narrowed: unknown;
  readonly wide: unknown;
}

async function bothWays(
  query: Query,
  changes: Partial<ProjectContext> = {},
  parameters: object = FILTERED,
): Promise<Ways> {
  const run = async (project: ProjectContext, given = {}) =>
    (await runInsight(engine, { ...project, ...changes }, query, world.nowMs, given)).results;
  return {
    expected: await run(clean),
    narrowed: await run(littered, parameters),
    wide: await run(littered),
  };
}

async function expectNarrowed(...given: Parameters<typeof bothWays>): Promise<void> {
  const { expected, narrowed, wide } = await bothWays(...given);
  expect(narrowed).toEqual(expected);
  // A case that the litter does not reach would prove nothing.
  expect(isDeepStrictEqual(wide, expected)).toBe(false);
}

describe('a sub-select in an expression reads no row that fails the filter of the caller', () => {
  const used = EXPRESSION_SPOTS.filter(({ isUnused }) => !isUnused);

  test.each(used.map(({ path, role, query }) => [query('').kind, path, role, query] as const))(
    '%s %s',
    async (_kind, _path, role, query) => expectNarrowed(query(EXPRESSIONS[role])),
  );
});

const view = { kind: 'EventsNode', event: 'view' };
const counted = (math_hogql: string): Query => ({
  kind: 'TrendsQuery',
  series: [{ ...view, math: 'hogql', math_hogql }],
  dateRange: { date_from: '-20d' },
  trendsFilter: { display: 'BoldNumber' },
});

describe('every form of a sub-select is narrowed', () => {
  test.each([
    ['a join', '(select count() from events as a join events as b on a.distinct_id = b.distinct_id)'],
    ['a left join of persons', '(select count() from events e left join persons p on e.person_id = p.id)'],
    [
      'a union',
      '(select sum(n) from (select count() as n from events union all select count() from events))',
    ],
    ['a common table expression', '(with events as (select event from events) select count() from events)'],
    ['a value of a CTE', '(with (select count() from events) as n select n + count() from events)'],
    ['one in another', `(select count() from events having count() >= ${COUNT})`],
    [
      'in the ORDER BY of one',
      `(select count() from events group by event order by count() % ${COUNT} desc limit 1)`,
    ],
  ])('%s', async (_name, select) => {
    await expectNarrowed(counted(`any(1) * ${select}`));
  });
});

const onlyFrequent = { type: 'hogql', key: EXPRESSIONS.condition } as const satisfies StoredPropertyFilter;

test('a sub-select in the condition of an action is narrowed', async () => {
  const action = { id: 1, name: 'frequent', revision: 1, steps: [{ properties: [onlyFrequent] }] };
  const query = {
    kind: 'TrendsQuery',
    series: [{ kind: 'ActionsNode', id: 1 }],
    dateRange: { date_from: '-20d' },
  };
  await expectNarrowed(query, { actions: new Map([[1, action]]) });
});

test('a sub-select in a test-account filter of the project is narrowed', async () => {
  const query = { kind: 'TrendsQuery', series: [view], dateRange: { date_from: '-20d' } };
  const changes = { testAccountFilters: [onlyFrequent] };
  await expectNarrowed({ ...query, filterTestAccounts: true }, changes);
});

describe('a breakdown value that the caller asks for narrows sub-selects too', () => {
  test.each([
    ['an event property', { breakdown: 'region' }, { region: 'eu' }],
    ['a normalised one', { breakdown: 'region', breakdown_normalize_url: true }, { region: 'eu' }],
    [
      'an expression',
      { breakdown: 'properties.region', breakdown_type: 'hogql' },
      { 'properties.region': 'eu' },
    ],
  ])('%s', async (_name, breakdownFilter, variables) => {
    const query = { ...counted(`count() / ${COUNT}`), breakdownFilter };
    await expectNarrowed(query, {}, { variables });
  });
});

describe('what a filter cannot narrow is refused', () => {
  const select = 'any(1) * (select count() from persons)';

  test.each([
    ['a filter of events on persons', select, FILTERED, 'filters_override.properties.0'],
    [
      'on groups in a join',
      'any(1) * (select count() from events e full join groups g on e.$group_0 = g.key)',
      FILTERED,
      'filters_override.properties.0',
    ],
  ])('%s', async (_name, math, parameters, attr) => {
    await expect(bothWays(counted(math), {}, parameters)).rejects.toMatchObject({
      code: 'filters_not_applicable',
      attr,
    });
  });

  test('a breakdown value of events on persons', async () => {
    const query = { ...counted(select), breakdownFilter: { breakdown: 'region' } };
    await expect(bothWays(query, {}, { variables: { region: 'eu' } })).rejects.toMatchObject({
      code: 'filters_not_applicable',
      attr: 'variables.region',
    });
  });

  test('a person filter narrows a sub-select over persons', async () => {
    const properties = [{ type: 'person', key: 'plan', value: 'pro' }];
    const { results } = await runInsight(engine, clean, counted(select), world.nowMs, {
      filters_override: { properties },
    });
    const people = new Set(world.events.map(({ person }) => person));
    const pro = [...people].filter(
      ({ properties: { plan }, createdAtMs }) => plan === 'pro' && Number.isFinite(createdAtMs),
    );
    expect(results).toMatchObject([{ aggregated_value: pro.length }]);
  });
});

test('dates and test accounts replace members of the query, so that they do not reach its sub-selects', async () => {
  const all = world.events.length;
  const plain = counted(`any(1) * ${COUNT}`);
  const changes = { testAccountFilters: [{ type: 'event', key: 'region', value: 'nowhere' }] as const };
  const ask = (filters_override: object) =>
    runInsight(engine, { ...clean, ...changes }, plain, world.nowMs, {
      filters_override: { ...filters_override },
    });
  expect((await ask({ date_from: '-15d' })).results).toMatchObject([{ aggregated_value: all }]);
  expect((await ask({ filterTestAccounts: true })).results).toMatchObject([{ aggregated_value: 0 }]);
});
