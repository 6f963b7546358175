import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  countListedMonths,
  deleteListedMonth,
  type EventList,
  eventListOf,
  forgetListedEvents,
} from '../../src/adapters/engine/statements/listed-events.ts';
import { newUuid } from '../../src/base/ids.ts';
import { Lanes } from '../../src/services/admission/lanes.ts';
import type { DeletionServices } from '../../src/services/capture/deletion/deletion-services.ts';
import { listEvents } from '../../src/services/capture/deletion/list-events.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';
import { describeCutDeletions } from './describe-cut-deletions.ts';

// [CAP-9.1], [CAP-9.3], [CAP-9.4].

// `event-deletions.deep.test.ts` cuts off at every call.
describeCutDeletions({ every: 5 });

/** Rows of the events that are left, by a column of theirs. */
async function texts(engine: Pick<Engine, 'command'>, sql: string): Promise<unknown> {
  return JSON.parse(`[${Buffer.from((await engine.command(sql)).rows).toString()}]`);
}

test('events go from two shards and promoted columns too', async () => {
  const shards = await startTwoShards(['plan']);
  onTestFinished(() => shards.close());
  const { engine } = shards;
  await engine.ensureProject(1);
  const column = await texts(
    engine,
    `SELECT name FROM system.columns WHERE table = 'events' AND startsWith(name, 'property_')`,
  );
  await engine.insert({
    table: 'events',
    columns: ['project_id', 'uuid', 'event', 'distinct_id', 'person_id', 'timestamp', 'properties'],
    format: 'JSONEachRow',
    body: Buffer.from(
      Array.from({ length: 20 }, (_, n) =>
        JSON.stringify({
          project_id: 1,
          uuid: newUuid(),
          event: 'e',
          distinct_id: `d${n}`,
          person_id: newUuid(),
          timestamp: `2025-0${(n % 2) + 1}-01 00:00:00`,
          properties: JSON.stringify({ plan: n < 5 ? 'free' : 'pro' }),
        }),
      ).join('\n'),
    ),
  });
  const promoted = {
    events: new Map([['plan', String((column as string[][])[0]?.[0])]]),
    revision: 'one',
  };
  const project = testProject({ promoted });
  const list: EventList = eventListOf({ id: newUuid(), projectId: 1 });
  const lanes = new Lanes({ reads: { all: 2, ofGroup: 2, ofMember: 2 }, streams: 1, builds: 1, waiting: 8 });
  const services = {
    engine,
    catalog: { context: async () => project },
    admission: { lanes },
    runLimits: { executionTimeoutMs: 60_000, memoryBytes: 1024 ** 3 },
  } as unknown as DeletionServices;
  const bounds = { properties: [{ key: 'plan', value: 'pro', type: 'event' as const }] };
  const { signal } = new AbortController();
  await listEvents(services, list, { source: { kind: 'bounds', bounds }, nowMs: 0, signal, reader: engine });
  const months = await countListedMonths(engine, list);
  expect(months.map(({ month }) => month)).toEqual([202501, 202502]);
  for (const { month } of months) await deleteListedMonth(engine, list, month);
  await forgetListedEvents(engine, list);
  expect(await texts(engine, "SELECT count(), countIf(properties LIKE '%free%') FROM app.events")).toEqual([
    [5, 5],
  ]);
});
