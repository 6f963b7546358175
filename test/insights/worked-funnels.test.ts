import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { workedWorld } from '../oracle/worked-examples.ts';

// Worked by hand, number by number, on the real engine: funnels.

const WORLD = workedWorld();
const PROJECT = projectOf(WORLD, newProjectId());
const VIEW = { kind: 'EventsNode', event: 'view' };
const SIGNUP = { kind: 'EventsNode', event: 'signup' };
const BUY = { kind: 'EventsNode', event: 'buy' };
const TWO_DAYS = { funnelWindowInterval: 2, funnelWindowIntervalUnit: 'day' };
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await insertWorld(engine, WORLD, PROJECT.projectId);
});

async function results(series: readonly object[], funnelsFilter: object): Promise<unknown> {
  const query = {
    kind: 'FunnelsQuery',
    dateRange: { date_from: '2024-06-05', date_to: '2024-06-11' },
    series,
    funnelsFilter: { ...TWO_DAYS, ...funnelsFilter },
  };
  return (await runInsight(engine, PROJECT, query, WORLD.nowMs)).results;
}

async function steps(series: readonly object[], funnelsFilter: object) {
  return (await results(series, funnelsFilter)) as readonly Readonly<Record<string, unknown>>[];
}

test('view → signup → buy, ordered', async () => {
  const found = await steps([VIEW, SIGNUP, BUY], {});
  expect(found.map(({ count }) => count)).toEqual([4, 4, 1]);
  // Bob converts after 47 h 55 min, counted from his second view; dan's buy is after the range.
  expect(found[1]).toMatchObject({ average_conversion_time: 45825, median_conversion_time: 4500 });
  expect(found[2]).toMatchObject({ average_conversion_time: 95400, median_conversion_time: 95400 });
  expect(found[0]).toEqual({
    action_id: 'view',
    name: 'view',
    custom_name: null,
    order: 0,
    type: 'events',
    people: [],
    count: 4,
    average_conversion_time: null,
    median_conversion_time: null,
  });
});

test('the same, strict', async () => {
  const found = await steps([VIEW, SIGNUP, BUY], { funnelOrderType: 'strict' });
  expect(found.map(({ count }) => count)).toEqual([4, 3, 0]);
  expect(found[1]).toMatchObject({ average_conversion_time: 59300, median_conversion_time: 3600 });
  expect(found[2]).toMatchObject({ average_conversion_time: null, median_conversion_time: null });
});

test('the same, unordered', async () => {
  const found = await steps([VIEW, SIGNUP, BUY], { funnelOrderType: 'unordered' });
  expect(found.map(({ count, name, action_id }) => [count, name, action_id])).toEqual([
    [4, 'Completed 1 step', null],
    [4, 'Completed 2 steps', null],
    [2, 'Completed 3 steps', null],
  ]);
});

test('the time from view to signup', async () => {
  expect(
    await results([VIEW, SIGNUP, BUY], {
      funnelVizType: 'time_to_convert',
      funnelFromStep: 0,
      funnelToStep: 1,
    }),
  ).toEqual({
    bins: [
      [1800, 3],
      [87_150, 0],
      [172_500, 1],
    ],
    average_conversion_time: 45825,
  });
});

test('view → signup by day', async () => {
  expect(await results([VIEW, SIGNUP], { funnelVizType: 'trends' })).toEqual([
    {
      count: 7,
      data: [50, 100, 0, 100, 0, 0, 100],
      days: ['05', '06', '07', '08', '09', '10', '11'].map((day) => `2024-06-${day}`),
      labels: [5, 6, 7, 8, 9, 10, 11].map((day) => `${day}-Jun-2024`),
    },
  ]);
});

test('view → signup without a buy between them', async () => {
  const exclusions = [{ ...BUY, funnelFromStep: 0, funnelToStep: 1 }];
  const found = await steps([VIEW, SIGNUP], { exclusions });
  // Cat bought between view and signup, and is not in the funnel at all.
  expect(found.map(({ count }) => count)).toEqual([3, 3]);
});
