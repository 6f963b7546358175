import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileVersion } from '../../src/query/plan.ts';
import { insertBusyActor } from '../fixtures/busy-actor.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// One actor with 100,000 events. Lists that a lambda captures would make its cost quadratic: 10 s and an error for
// memory. The bound is a ratio to a plain GROUP BY over the same events, wide enough for a busy machine. The SQL of
// many steps is judged by its length, which is what the engine reads, analyses and plans.

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

/** Characters of the compiled SQL of a funnel. */
function sqlLength(steps: number, funnelsFilter: object): number {
  const series = Array.from({ length: steps }, (_, step) => ({ kind: 'EventsNode', event: `step ${step}` }));
  const query = { kind: 'FunnelsQuery', dateRange: { date_from: '2024-05-01' }, series, funnelsFilter };
  const project = testProject();
  const run = compileVersion(query, {}, project).prepare(
    {},
    { project, allowedOverrides: null, maxRows: 100 },
  );
  const plan = run.plan(NOW);
  if (plan.kind !== 'insight') throw new Error('a funnel is one statement');
  return plan.queries.reduce((sum, { sql }) => sum + sql.length, 0);
}

test.each([
  ['steps', {}],
  ['time to convert', { funnelVizType: 'time_to_convert' }],
  ['over time', { funnelVizType: 'trends' }],
])('%s: the SQL grows by the same length with every step', (_name, funnelsFilter) => {
  const [few = 0, more = 0, many = 0] = [6, 12, 18].map((steps) => sqlLength(steps, funnelsFilter));
  expect((many - more) / (more - few)).toBeLessThan(1.1);
});

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
