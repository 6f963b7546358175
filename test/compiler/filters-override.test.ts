import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { isAppError } from '../../src/base/errors.ts';
import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { SAMPLED_PROJECT_ID, shareEngine } from '../fixtures/share-engine.ts';

// [O-13], the meaning of a filter: the answer is the one that the stored query would give if the rows that fail did not
// exist. So each case runs filtered on all rows, and unfiltered in a project that holds only the rows that pass.
// [SPEC-3.3.1], [SPEC-3.3.4] to [SPEC-3.3.7], [SQL-7.4] to [SQL-7.6].

const PROJECT = testProject({ projectId: SAMPLED_PROJECT_ID });
const optionsOf = (project: ProjectContext) => ({ project, allowedOverrides: null, maxRows: 1000 });
const NOW_MS = Date.UTC(2026, 0, 20);

interface Case {
  readonly name: string;
  readonly override: Readonly<Record<string, unknown>>;
  readonly passes: (table: string, row: Readonly<Record<string, unknown>>) => boolean;
  readonly queries: readonly string[];
}

const firstPerson = `00000000-0000-0000-000${SAMPLED_PROJECT_ID}-000000000001`;

const CASES: readonly Case[] = [
  {
    name: 'an event property',
    override: { properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }] },
    passes: (table, row) => table !== 'events' || String(row['properties']).includes('"plan":"pro"'),
    queries: [
      'SELECT event, count() FROM events GROUP BY event ORDER BY event',
      'WITH a AS (SELECT event FROM events) SELECT count() FROM a',
      'SELECT count() FROM (SELECT event FROM events UNION ALL SELECT distinct_id FROM events)',
      'SELECT count() FROM events WHERE event IN (SELECT event FROM events LIMIT 100)',
      'SELECT a.event, b.event FROM events a JOIN events b ON a.distinct_id = b.distinct_id ORDER BY 1, 2',
      'SELECT e.event, p.properties.email FROM events e JOIN persons p ON e.person_id = p.id ORDER BY 1, 2',
      'SELECT e.event, p.properties.email FROM events e LEFT JOIN persons p ON e.person_id = p.id ORDER BY 1, 2',
      'SELECT e.event FROM persons p RIGHT JOIN events e ON e.person_id = p.id ORDER BY 1',
      'SELECT person.properties.email, count() FROM events GROUP BY 1 ORDER BY 1',
      'WITH events AS (SELECT event AS e FROM events) SELECT count() FROM events',
      'SELECT count() FROM events WHERE {filters}',
      'SELECT count() FROM events e JOIN persons p ON e.person_id = p.id WHERE {filters}',
    ],
  },
  {
    name: 'a person property',
    override: { properties: [{ key: 'email', value: 'p1@example.com', type: 'person' }] },
    passes: (table, row) => {
      if (table === 'groups') return true;
      return row['person_id'] === firstPerson || row['id'] === firstPerson;
    },
    queries: [
      'SELECT event, count() FROM events GROUP BY event ORDER BY event',
      'SELECT id, properties.email FROM persons ORDER BY id',
      'SELECT distinct_id FROM person_distinct_ids ORDER BY 1',
      'SELECT e.event, p.id FROM events e FULL JOIN persons p ON e.person_id = p.id ORDER BY 1, 2',
      'SELECT (SELECT count() FROM persons), count() FROM events',
      'SELECT count() FROM persons p LEFT ANTI JOIN events e ON e.person_id = p.id',
      'SELECT session_id, $pageview_count FROM sessions ORDER BY 1 LIMIT 0',
    ],
  },
  {
    name: 'dates',
    override: { date_from: '2026-01-03', date_to: '2026-01-05' },
    passes: (table, row) => {
      const time = String(row['timestamp']);
      return table !== 'events' || (time >= '2026-01-03' && time < '2026-01-06');
    },
    queries: [
      'SELECT count() FROM events',
      'SELECT count() FROM events WHERE {filters}',
      'SELECT count() FROM events WHERE timestamp >= {filters.dateRange.from} AND timestamp <= {filters.dateRange.to}',
      'SELECT count() FROM (SELECT timestamp AS t, event FROM events)',
    ],
  },
];

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

/** Makes a project of those sample rows that pass. */
async function projectOfPassing(passes: Case['passes']): Promise<ProjectContext> {
  const projectId = newProjectId();
  const tables = sampleRows(SAMPLED_PROJECT_ID).map(({ table, rows }) => ({
    table,
    rows: rows.filter((row) => passes(table, row)).map((row) => ({ ...row, project_id: projectId })),
  }));
  await engine.ensureProject(projectId);
  await insertSampleRows(
    engine,
    tables.filter(({ rows }) => rows.length > 0),
  );
  return testProject({ projectId });
}

async function answer(
  project: ProjectContext,
  query: string,
  filters_override?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const version = compileVersion({ kind: 'HogQLQuery', query }, {}, project);
  const given = { ...(filters_override && { filters_override }) };
  const plan = version.prepare(given, optionsOf(project)).plan(NOW_MS);
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  const { sql, parameters } = plan.query;
  const { projectId } = project;
  const rows = await engine.query(queryOf(sql, { parameters, projectId }));
  return Buffer.from(rows.rows).toString('utf8');
}

describe.each(CASES)('$name', ({ override, passes, queries }) => {
  let passing: ProjectContext;

  beforeAll(async () => {
    passing = await projectOfPassing(passes);
  });

  test.each(queries)('%s', async (query) => {
    expect(await answer(PROJECT, query, override)).toBe(await answer(passing, query));
  });

  test('the filter removes something', async () => {
    const query = 'SELECT count() FROM events';
    expect(await answer(PROJECT, query, override)).not.toBe(await answer(PROJECT, query));
  });
});

// [O-15]
describe('a filter that cannot narrow everything is refused', () => {
  const eventFilter = { properties: [{ key: 'plan', value: 'pro' }] };
  const groupFilter = { properties: [{ key: 'name', value: 'x', type: 'group', group_type_index: 0 }] };
  test.each([
    ['SELECT count() FROM persons', eventFilter],
    ['SELECT 1', eventFilter],
    ['SELECT number FROM numbers(3)', eventFilter],
    ['SELECT count(), (SELECT count() FROM persons) FROM events', eventFilter],
    ['SELECT count() FROM events UNION ALL SELECT count() FROM persons', eventFilter],
    ['WITH p AS (SELECT id FROM persons) SELECT count() FROM events', eventFilter],
    ['SELECT count() FROM persons p LEFT JOIN events e ON e.person_id = p.id', eventFilter],
    ['SELECT count() FROM events e RIGHT JOIN persons p ON e.person_id = p.id', eventFilter],
    ['SELECT count() FROM events e FULL JOIN persons p ON e.person_id = p.id', eventFilter],
    ['SELECT count() FROM events e LEFT ANTI JOIN persons p ON e.person_id = p.id', eventFilter],
    ['SELECT count() FROM sessions', eventFilter],
    ['SELECT count() FROM sessions WHERE {filters}', eventFilter],
    ['SELECT count() FROM persons', groupFilter],
    ['SELECT count() FROM persons', { date_from: '-7d' }],
  ])('%s', (query, override) => {
    const version = compileVersion({ kind: 'HogQLQuery', query }, {}, PROJECT);
    expect.assertions(2);
    try {
      version.prepare({ filters_override: override }, optionsOf(PROJECT));
    } catch (error) {
      expect(isAppError(error, 'filters_not_applicable')).toBe(true);
      expect(isAppError(error) && error.attr).toMatch(/^filters_override\./);
    }
  });
});
