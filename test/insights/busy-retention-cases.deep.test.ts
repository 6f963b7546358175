import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { seed } from '../fixtures/test-scale.ts';
import { judge } from '../oracle/judge.ts';
import type { OracleEvent, World } from '../oracle/model.ts';

// Retention by the hour of an actor whose cohorts times its returns are more than a million, against the plain-loop
// evaluation: 3,600 events at random times of 100 days, with a change of the clock among them.

const NOW = Date.parse('2024-04-20T12:00:00Z');
const SECONDS = 100 * 86_400;
const random = new SeededRandom(seed());
let server: TestEngine;

function busyWorld(): World {
  const person = { id: 'busy', createdAtMs: NOW - SECONDS * 1000, properties: {} };
  const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const events = Array.from({ length: 3600 }, (_, at): OracleEvent => {
    return {
      uuid: uuid(at),
      event: random.pick(['start', 'back']),
      timestampMs: NOW - random.between(1, SECONDS) * 1000,
      distinctId: 'busy',
      person,
      properties: { os: random.pick(['Mac', 'Win', 'Linux']), amount: random.pick([1, 2.5, 40, 'n/a']) },
      sessionId: '',
      groups: ['', '', '', '', ''],
    };
  });
  const project = {
    timezone: 'Europe/Berlin',
    weekStartDay: 0 as const,
    testAccountFilters: [],
    groups: [],
  };
  return { events, project, nowMs: NOW };
}

const world = busyWorld();

beforeAll(async () => {
  server = await startTestEngine();
  await insertWorld(server.engine, world, 1);
});

afterAll(() => server.close());

const clocks = { timeWindowMode: '24_hour_windows' };
const sum = { aggregationType: 'sum', aggregationProperty: 'amount' };

test.each<[string, object, object]>([
  ['by the calendar', {}, {}],
  ['twice in an hour', { minimumOccurrences: 2 }, {}],
  ['in brackets, with sums', { retentionCustomBrackets: [2, 30, 400], ...sum }, {}],
  ['cumulative, with sums', { cumulative: true, ...sum }, {}],
  ['by clocks', clocks, {}],
  [
    'by clocks, twice, in brackets',
    { ...clocks, minimumOccurrences: 2, retentionCustomBrackets: [1, 9] },
    {},
  ],
  ['by clocks, with sums of a value each', { ...clocks, ...sum }, { breakdownFilter: { breakdown: 'os' } }],
])(`%s, seed ${seed()}`, async (_name, more, query) => {
  const asked = {
    kind: 'RetentionQuery',
    dateRange: { date_from: '-100d' },
    retentionFilter: {
      period: 'Hour',
      totalIntervals: 5,
      targetEntity: { id: 'start', type: 'events' },
      returningEntity: { id: 'back', type: 'events' },
      ...more,
    },
    ...query,
  };
  const answer = await runInsight(server.engine, projectOf(world, 1), asked, NOW);
  expect(judge(asked, world, answer)).toBeNull();
});
