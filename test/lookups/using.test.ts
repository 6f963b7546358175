import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LookupRow, listLookups } from '../../src/adapters/store/lookup-store.ts';
import { wait } from '../../src/base/wait.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';

// A run reads a lookup from the moment it is ready until it is retired, and answers the same before, meanwhile and
// after. [SQL-10.5], [SQL-10.6].

const SUBJECT = { kind: 'property', key: 'customer' } as const;

let project: TestService;
let other: TestProject;

beforeAll(async () => {
  project = await startTestService();
  other = await project.addProject('Other');
  for (const [at, each] of [project, other].entries()) {
    await capture(each, `p${at}`);
    const query =
      'select distinct_id, properties.seats as n from events where properties.customer = {variables.c}';
    const sql = { kind: 'HogQLQuery', query: `${query} order by n` };
    const trend = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'used', math: 'dau' }],
      dateRange: { date_from: '2026-01-01', date_to: '2026-01-02' },
    };
    for (const [name, stored] of Object.entries({ usage: sql, trend }))
      expect((await each.call('POST', 'endpoints', { body: { name, query: stored } })).status).toBe(201);
  }
}, 60_000);
afterAll(() => project.close());

async function capture(into: TestProject, distinctId: string): Promise<void> {
  const customers = ['acme', 'acme', 'umbrella', '', null];
  await into.capture(
    customers.map((customer, seats) => ({
      event: 'used',
      distinct_id: distinctId,
      timestamp: '2026-01-01T10:00:00Z',
      properties: { customer, seats },
    })),
  );
}

async function run(of: TestProject, name: string, body: object) {
  const { status, text, json } = await of.call('POST', `endpoints/${name}/run`, {
    body: { refresh: 'force_blocking', debug: true, ...body },
  });
  expect(status, text).toBe(200);
  return { results: json.results as unknown, isFound: String(json.clickhouse).includes('app.lookups') };
}

/** What one of the projects answers to each question. */
async function answers(of: TestProject) {
  const properties = [{ key: 'customer', value: 'acme', operator: 'exact', type: 'event' }];
  return {
    acme: await run(of, 'usage', { variables: { c: 'acme' } }),
    nobody: await run(of, 'usage', { variables: { c: '' } }),
    narrowed: await run(of, 'trend', { filters_override: { properties } }),
    whole: await run(of, 'trend', {}),
  };
}

function builder(): LookupBuilder {
  const { services } = project;
  const parts = { wait, upkeepLane: new Lane(ONE_AT_A_TIME) };
  return new LookupBuilder({ ...services, ...parts }, { pollMs: 1, stepRows: 100 });
}

test('a ready lookup is read by every question that it can answer, of its own project alone', async () => {
  const [before, others] = [await answers(project), await answers(other)];
  expect(before.acme.results).toEqual([
    ['p0', 0],
    ['p0', 1],
  ]);
  expect([before.acme.isFound, before.narrowed.isFound]).toEqual([false, false]);

  const lookup = await beginLookup(project.services, project.projectId, SUBJECT);
  expect(await answers(project)).toEqual(before);
  await builder().look();

  const found = {
    ...before,
    acme: { ...before.acme, isFound: true },
    narrowed: { ...before.narrowed, isFound: true },
  };
  expect(await answers(project)).toEqual(found);
  expect(await answers(other)).toEqual(others);

  await retireLookup(project.services, lookup);
  expect(await answers(project)).toEqual(before);
});

test('events that come now are found at once', async () => {
  await beginLookup(project.services, project.projectId, SUBJECT);
  await builder().look();
  await capture(project, 'p0');
  const { results, isFound } = await run(project, 'usage', { variables: { c: 'umbrella' } });
  expect(isFound).toBe(true);
  expect(results).toEqual([
    ['p0', 2],
    ['p0', 2],
  ]);
  const rows: readonly LookupRow[] = await listLookups(project.services.database.query, [project.projectId]);
  expect(rows.map(({ state }) => state)).toEqual(['ready']);
});
