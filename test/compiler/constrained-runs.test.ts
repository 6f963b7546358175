import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { isAppError } from '../../src/base/errors.ts';
import { compileVersion, type RunParameters } from '../../src/query/plan.ts';
import type { RunConstraint } from '../../src/query/run-constraint.ts';
import type { StoredPropertyFilter } from '../../src/schema/property-filter.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { runInsight } from '../fixtures/insight-lab.ts';
import { runSql } from '../fixtures/judge-constrained.ts';
import { SAMPLED_PROJECT_ID, shareEngine } from '../fixtures/share-engine.ts';

// [SPEC-3.7.1] to [SPEC-3.7.3]: what no text of a query can get around, and what is refused because it cannot be
// narrowed. Of the twelve sampled events six have the plan "pro".

const PROJECT = testProject({ projectId: SAMPLED_PROJECT_ID });
const NOW_MS = Date.UTC(2026, 0, 20);
const filter = (given: object): StoredPropertyFilter =>
  ({ type: 'event', operator: 'exact', ...given }) as never;
const PRO: RunConstraint = { filters: [filter({ key: 'plan', value: 'pro' })], shared: [] };
const SHARING: RunConstraint = { ...PRO, shared: ['person', 'group'] };
const OF_PERSON: RunConstraint = {
  filters: [filter({ type: 'person', key: 'email', value: 'p1@example.com' })],
  shared: [],
};

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const rowsOf = async (query: string, constraint?: RunConstraint): Promise<string> =>
  (await runSql(engine, PROJECT, query, NOW_MS, constraint && { constraint })).trim();

describe('a constraint acts on every scan', () => {
  test.each([
    ['select count() from events', '[12]', '[6]'],
    ['select (select count() from events), count() from events where {filters}', '[12,12]', '[6,6]'],
    ['select count() from events where {filters} or 1=1', '[12]', '[6]'],
    ['with c as (select event from events) select count() from c', '[12]', '[6]'],
    ['select count() from (select 1 from events union all select 1 from events)', '[24]', '[12]'],
    ['select count() from events where uuid in (select uuid from events)', '[12]', '[6]'],
    ['select count() from events a left join events b on a.uuid = b.uuid', '[12]', '[6]'],
    ['select count() from events a cross join events b', '[144]', '[36]'],
    ['with 7 as x select x + count() from events', '[19]', '[13]'],
    ['with events as (select event as e from events) select count() from events', '[12]', '[6]'],
  ])('%s', async (query, free, constrained) => {
    const compact = async (constraint?: RunConstraint) =>
      (await rowsOf(query, constraint)).replaceAll(/[" ]/g, '');
    expect([await compact(), await compact(PRO)]).toEqual([free, constrained]);
  });

  test('in expressions of insights too', async () => {
    const math_hogql = 'sum((select count() from events))';
    const series = [{ kind: 'EventsNode', event: 'a', math: 'hogql', math_hogql }];
    const query = {
      kind: 'TrendsQuery',
      series,
      dateRange: { date_from: '2026-01-01', date_to: '2026-01-14' },
    };
    const sum = async (given: RunParameters) => {
      const { results } = await runInsight(engine, PROJECT, query, NOW_MS, given);
      const [{ data }] = results as [{ data: readonly number[] }];
      return data.reduce((before, each) => before + each, 0);
    };
    // Four events "a", of which two have the plan.
    expect([await sum({}), await sum({ constraint: PRO })]).toEqual([4 * 12, 2 * 6]);
  });

  test('of persons, where it is about persons', async () => {
    expect(await rowsOf('select count() from persons', OF_PERSON)).toContain('1');
    expect(await rowsOf('select count(distinct person_id) from events', OF_PERSON)).toContain('1');
  });
});

function refusal(query: string, constraint: RunConstraint): string {
  const version = compileVersion({ kind: 'HogQLQuery', query }, {}, PROJECT);
  try {
    version.prepare({ constraint }, { project: PROJECT, allowedOverrides: null, maxRows: 100 });
    return 'answered';
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.message).not.toMatch(/pro|p1@/);
    return `${error.code} ${error.attr}`;
  }
}

const REFUSED = 'filters_not_applicable token.filters';

describe('a constraint that a scan cannot carry refuses the run', () => {
  test.each([
    ['select count() from persons', PRO, `${REFUSED}.0`],
    ['select count() from events, (select count() from persons) as p', PRO, `${REFUSED}.0`],
    ['select count() from events e join persons p on e.person_id = p.id', PRO, `${REFUSED}.0`],
    ['select count() from events e left anti join persons p on e.person_id = p.id', PRO, `${REFUSED}.0`],
    ['select count() from groups', PRO, `${REFUSED}.0`],
    ['select count() from sessions', PRO, `${REFUSED}.0`],
    ['select count() from sessions', OF_PERSON, `${REFUSED}.0`],
    ['select session.$session_duration from events', PRO, REFUSED],
    ['select session.$session_duration from events', SHARING, REFUSED],
    ['select person.properties.email from events', PRO, REFUSED],
    ['select person.properties.email from events', SHARING, 'answered'],
    ['select person.properties.email from events', OF_PERSON, REFUSED],
    ['select person.pdi.distinct_id from events', SHARING, REFUSED],
    ['select group_0.properties.seats from events', PRO, REFUSED],
    ['select group_0.properties.seats from events', SHARING, 'answered'],
    ['select name from system.actions', SHARING, REFUSED],
    ['select 1', PRO, REFUSED],
    ['select number from numbers(3)', PRO, REFUSED],
    [
      'select event from events',
      { ...PRO, filters: [filter({ key: 'plan', operator: 'gt', value: 'pro' })] },
      'answered',
    ],
    [
      'select event from events',
      { ...PRO, filters: [filter({ key: 'plan', operator: 'regex', value: '(pro' })] },
      `${REFUSED}.0`,
    ],
  ] as const)('%s: %s %s', (query, constraint, said) => {
    expect(refusal(query, constraint)).toBe(said);
  });
});

describe('a constraint is part of what a run is', () => {
  const version = compileVersion({ kind: 'HogQLQuery', query: 'select count() from events' }, {}, PROJECT);
  const insight = compileVersion(
    { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a' }] },
    {},
    PROJECT,
  );
  const options = { project: PROJECT, allowedOverrides: null, maxRows: 100 };
  const other: RunConstraint = { ...PRO, filters: [filter({ key: 'plan', value: 'free' })] };

  test.each([version, insight])('of its canonical text, and of its parameters: $kind', ({ prepare }) => {
    const override = { filters_override: { properties: PRO.filters } };
    const all = [{}, { constraint: PRO }, { constraint: other }, override].map((given) =>
      prepare(given, options),
    );
    expect(new Set(all.map(({ canonical }) => canonical)).size).toBe(4);
    expect(all.map(({ hasParameters }) => hasParameters)).toEqual([false, true, true, true]);
    expect(prepare({ constraint: { ...PRO } }, options).canonical).toBe(all[1]?.canonical);
  });

  test('also where another thread prepares and compiles the run', () => {
    const facts = version.prepare({ constraint: PRO }, options);
    const plan = version.preparedFrom(facts, { constraint: PRO }, options);
    expect(plan.statement?.(NOW_MS).toCompile.constraint).toEqual(PRO);
    const shaping = insight.preparedFrom(
      insight.prepare({ constraint: PRO }, options),
      { constraint: PRO },
      options,
    );
    expect(shaping.shaping?.(NOW_MS).parameters.constraint).toEqual(PRO);
  });
});
