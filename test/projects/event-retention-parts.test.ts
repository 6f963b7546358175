import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { promoteProperties } from '../fixtures/promote-properties.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';
import { build, run, sourceOf, sql } from '../materialize/snapshot-lab.ts';

// [CAP-8.1], [CAP-8.2], [CAP-8.4]: snapshots, promoted columns and a neighbour. One event a day, at noon.

const NOON = Date.parse('2026-04-15T12:00:00Z');
const DAY_MS = 86_400_000;
const COUNT = sql('select count(), sum(properties.n) from events');
/** What `COUNT` answers when the events of the last `days` are kept; event `n` is `n` days old. */
const ofDays = (days: number) => [[days, (days * (days - 1)) / 2]];
/** Daily, so that nothing is built but what a test asks for. */
const ENDPOINT = { name: 'count', query: COUNT, is_materialized: true, data_freshness_seconds: 86_400 };

let service: TestService;
let limited: TestProject;
let neighbour: TestProject;

beforeAll(async () => {
  service = await startTestService();
  service.setNow('2026-04-15T13:00:00Z');
  [limited, neighbour] = [service, await service.addProject('neighbour')];
  for (const project of [limited, neighbour]) {
    await project.capture(Array.from({ length: 100 }, (_, age) => eventOf(age)));
    const made = await project.call('POST', 'endpoints', { body: ENDPOINT });
    expect(made.status, made.text).toBe(201);
    await build(project, 'count');
  }
});
afterAll(() => service.close());

function eventOf(ageDays: number): object {
  return {
    uuid: newUuid(),
    event: 'tick',
    distinct_id: `user-${ageDays % 10}`,
    timestamp: new Date(NOON - ageDays * DAY_MS).toISOString(),
    properties: { n: ageDays },
  };
}

async function keep(days: number | null): Promise<void> {
  const { status, text } = await limited.call('PATCH', '', { body: { event_retention_days: days } });
  expect(status, text).toBe(200);
}

async function stored(project: TestProject): Promise<number> {
  const { rows } = await service.engine.command(
    `SELECT toUInt32(count()) FROM app.events WHERE project_id = ${project.projectId}`,
  );
  return JSON.parse(Buffer.from(rows).toString())[0];
}

/** The limits in the order in which a project has them, and for how many days it sees events then. */
const LIMITS: readonly (readonly [number | null, number])[] = [
  [30, 30],
  [10, 10],
  [60, 10],
  [null, 10],
];

test.each(LIMITS)(
  'a snapshot from before the limit %s answers no more; the next one has it',
  async (days, seen) => {
    await keep(days);
    const computed = await run(limited, 'count');
    expect(computed.json.results).toEqual(ofDays(seen));
    await build(limited, 'count');
    const snapshot = await run(limited, 'count', { refresh: 'force' });
    expect(snapshot.json.results).toEqual(ofDays(seen));
    expect(sourceOf(snapshot)).toBe('materialized materialized_current');
  },
);

test('a promoted column is read under the limit, before and after the disk has followed', async () => {
  await promoteProperties(service.services.engine, ['n'], 'shared');
  await service.services.promoter.open();
  const ask = async () => {
    const query = sql('select count() from events where properties.n >= 5');
    const body = { query: { ...query, modifiers: { debug: true } } };
    return (await limited.call('POST', 'query', { body })).json;
  };
  await keep(8);
  const before = await ask();
  expect(before.results).toEqual([[3]]);
  expect(before.clickhouse).toMatch(/t1b\.property_[0-9a-f]+\b/);
  await service.services.eventExpirer.expire();
  expect(await stored(limited)).toBe(9);
  expect((await ask()).results).toEqual([[3]]);
});

test('a neighbour without a limit keeps its events, its answers and its snapshot', async () => {
  expect(await stored(neighbour)).toBe(100);
  const snapshot = await run(neighbour, 'count');
  expect(snapshot.json.results).toEqual(ofDays(100));
  expect(sourceOf(snapshot)).toBe('materialized materialized_current');
  expect((await run(neighbour, 'count', { refresh: 'direct' })).json.results).toEqual(ofDays(100));
});

// [CAP-8.3]
test('an import counts each old row once, also those that the engine does not take by itself', async () => {
  await keep(30);
  const old = (properties: object) => ({ ...eventOf(50), properties });
  const rows = [old({}), old({ $set: { plan: 'paid' } }), old({ $set: { plan: 'free' } }), eventOf(2)];
  const sent = await limited.call('POST', 'imports?format=posthog&file_name=x.jsonl&wait=true', {
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  expect(sent.text).toContain('"inserted":4');
  const { json } = await limited.call('GET', 'ingestion_warnings');
  const told: readonly { readonly reason: string; readonly details: { readonly events: number } }[] =
    json.results;
  const counts = told.filter(({ reason }) => reason === 'older_than_retention');
  expect(counts.reduce((sum, { details }) => sum + details.events, 0)).toBe(3);
});
