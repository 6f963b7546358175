import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertBusyActor } from '../fixtures/busy-actor.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// One actor with 100,000 events. Lists that a lambda captures would make its cost quadratic: 10 s and an error for
// memory. The bound is a ratio to a plain GROUP BY over the same events, wide enough for a busy machine.

const NOW = Date.parse('2024-06-10T00:00:00Z');
const LEAST_BASE_MS = 20;
let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await insertBusyActor(server.engine);
});

afterAll(() => server.close());

async function fastestMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test.each([
  ['ordered', { funnelOrderType: 'ordered' }],
  ['strict', { funnelOrderType: 'strict' }],
  ['unordered', { funnelOrderType: 'unordered' }],
  ['over time', { funnelVizType: 'trends' }],
  [
    'with an exclusion',
    { exclusions: [{ kind: 'EventsNode', event: 'X', funnelFromStep: 0, funnelToStep: 2 }] },
  ],
])('%s: an actor with 100,000 events costs about as much as its events', async (_name, funnelsFilter) => {
  const series = ['A', 'B', 'C'].map((event) => ({ kind: 'EventsNode', event }));
  const query = { kind: 'FunnelsQuery', dateRange: { date_from: '2024-05-01' }, series, funnelsFilter };
  const base = await fastestMs(() =>
    server.engine.command(
      'SELECT person_id, length(groupArray((timestamp, event))) FROM app.events WHERE project_id = 1 GROUP BY person_id FORMAT Null',
    ),
  );
  const funnel = await fastestMs(() => runInsight(server.engine, testProject(), query, NOW));
  expect(funnel / Math.max(base, LEAST_BASE_MS)).toBeLessThan(40);
});
