import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { workedWorld } from '../oracle/worked-examples.ts';

// Worked by hand, number by number, on the real engine: the kinds besides trends.

const WORLD = workedWorld();
const PROJECT = projectOf(WORLD, newProjectId());
const RANGE = { date_from: '2024-06-05', date_to: '2024-06-11' };
const VIEW = { kind: 'EventsNode', event: 'view' };
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await insertWorld(engine, WORLD, PROJECT.projectId);
});

async function results(query: object): Promise<readonly Record<string, unknown>[]> {
  const answer = await runInsight(engine, PROJECT, { dateRange: RANGE, ...query }, WORLD.nowMs);
  return answer.results as readonly Record<string, unknown>[];
}

test('lifecycle of view', async () => {
  const found = await results({ kind: 'LifecycleQuery', series: [VIEW] });
  expect(found.map(({ status, data, count, label }) => [status, data, count, label])).toEqual([
    ['new', [0, 1, 0, 1, 0, 0, 0], 2, 'view - new'],
    ['returning', [0, 1, 1, 0, 0, 0, 0], 2, 'view - returning'],
    ['resurrecting', [2, 0, 0, 0, 1, 1, 1], 5, 'view - resurrecting'],
    ['dormant', [0, -1, -1, -1, -1, -1, -1], -6, 'view - dormant'],
  ]);
});

test.each([
  [
    'retention_recurring',
    [
      [2, 1, 1],
      [2, 1, 0],
      [1, 0, 0],
    ],
  ],
  [
    'retention_first_time',
    [
      [2, 1, 1],
      [1, 0, 0],
      [0, 0, 0],
    ],
  ],
])('retention of view, %s', async (retentionType, expected) => {
  const view = { id: 'view', type: 'events' };
  const rows = await results({
    kind: 'RetentionQuery',
    dateRange: { date_from: '2024-06-05', date_to: '2024-06-07' },
    retentionFilter: { targetEntity: view, returningEntity: view, totalIntervals: 3, retentionType },
  });
  const cells = rows.map(({ values }) =>
    (values as readonly { readonly count: number }[]).map(({ count }) => count),
  );
  expect(cells).toEqual(expected);
  expect(rows[1]).toMatchObject({ date: '2024-06-06T00:00:00+00:00', label: 'Day 1', breakdown_value: null });
});

test('stickiness of view', async () => {
  const [plain] = await results({ kind: 'StickinessQuery', series: [VIEW] });
  expect(plain).toMatchObject({ data: [1, 2, 0, 1, 0, 0, 0], count: 4, label: 'view' });
  const [cumulative] = await results({
    kind: 'StickinessQuery',
    series: [VIEW],
    stickinessFilter: { computedAs: 'cumulative' },
  });
  expect(cumulative).toMatchObject({ data: [4, 3, 1, 1, 0, 0, 0], count: 4 });
});

test('sums of a property beside the counts of retention', async () => {
  const buy = { id: 'buy', type: 'events' };
  const rows = await results({
    kind: 'RetentionQuery',
    dateRange: { date_from: '2024-06-07', date_to: '2024-06-08' },
    retentionFilter: {
      targetEntity: { id: 'view', type: 'events' },
      returningEntity: buy,
      totalIntervals: 2,
      aggregationType: 'sum',
      aggregationProperty: 'amount',
    },
  });
  // Nobody who viewed on the 7th bought on the 8th; the views themselves have no amount.
  expect(rows[0]?.['values']).toEqual([
    { count: 1, label: 'Day 0', aggregation_value: 0 },
    { count: 0, label: 'Day 1', aggregation_value: 0 },
  ]);
});
