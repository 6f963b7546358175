import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { type FunnelLab, funnelLab, type Row, rowsOf } from '../fixtures/funnel-lab.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// How attempts are matched: each case on a few events whose answer is counted by hand. `A0 B20` is event A at noon and
// event B 20 seconds later; `1, 1 in 20` is one actor in each step, 20 seconds apart. The window is 100 seconds.

type Filter = Readonly<Record<string, unknown>>;

let engine: EmbeddedEngine;
let lab: FunnelLab;

beforeAll(async () => {
  engine = await shareEngine();
  lab = funnelLab(engine);
});

const strict = { funnelOrderType: 'strict' };
const unordered = { funnelOrderType: 'unordered' };
const without = (event: string, funnelFromStep: number, funnelToStep: number) => ({
  exclusions: [{ kind: 'EventsNode', event, funnelFromStep, funnelToStep }],
});

describe('ordered', () => {
  test.each<[string, string, string[], string]>([
    ['the latest first step counts', 'A0 A10 B20', ['A', 'B'], '1, 1 in 10'],
    [
      'the window is measured from the first step and inclusive',
      'A0 B90 C100',
      ['A', 'B', 'C'],
      '1, 1 in 90, 1 in 10',
    ],
    ['one second too late', 'A0 B90 C101', ['A', 'B', 'C'], '1, 1 in 90, 0'],
    ['an event is used once', 'A0', ['A', 'A'], '1, 0'],
    ['two events serve two equal steps', 'A0 A5', ['A', 'A'], '1, 1 in 5'],
    ['two events of one instant serve two equal steps', 'A0 A0', ['A', 'A'], '1, 1'],
    ['events of one instant in the best order', 'C0 B0 A0', ['A', 'B', 'C'], '1, 1, 1'],
    [
      'a newer first step does not undo what was reached',
      'A0 B10 A15 C20',
      ['A', 'B', 'C'],
      '1, 1 in 10, 1 in 10',
    ],
    [
      'the first attempt that got furthest gives the times',
      'A0 B3 A200 B207',
      ['A', 'B', 'C'],
      '1, 1 in 3, 0',
    ],
    ['nobody', 'X0', ['A', 'B'], '0, 0'],
  ])('%s', async (_name, rows, steps, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps })).toEqual(expected);
  });
});

describe('strict', () => {
  test.each<[string, string, string[], string]>([
    ['another event breaks it', 'A0 X1 B2', ['A', 'B'], '1, 0'],
    ['a repeated step breaks it', 'A0 B1 B2 C3', ['A', 'B', 'C'], '1, 1 in 1, 0'],
    ['events of one instant do not', 'A0 X1 B1 C2', ['A', 'B', 'C'], '1, 1 in 1, 1 in 1'],
    ['a later attempt', 'A0 X1 A5 B7', ['A', 'B'], '1, 1 in 2'],
  ])('%s', async (_name, rows, steps, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps, filter: strict })).toEqual(expected);
  });
});

describe('unordered', () => {
  test.each<[string, string, string[], Filter, string]>([
    ['any order', 'C0 A10 B30', ['A', 'B', 'C'], {}, '1, 1 in 10, 1 in 20'],
    ['the span must fit the window', 'C0 A60 B101', ['A', 'B', 'C'], {}, '1, 1 in 60, 0'],
    ['an event serves one of two equal steps', 'A0 B5', ['A', 'A', 'B'], {}, '1, 1 in 5, 0'],
    ['and two events serve both', 'A0 B5 A9', ['A', 'A', 'B'], {}, '1, 1 in 5, 1 in 4'],
    ['the latest events before the last', 'A0 A10 B30', ['A', 'B'], {}, '1, 1 in 20'],
    ['an exclusion starts anew', 'A0 X5 B10', ['A', 'B'], without('X', 0, 1), '1, 0'],
    ['and a clean pair after it counts', 'A0 X5 B10 A12', ['A', 'B'], without('X', 0, 1), '1, 1 in 2'],
  ])('%s', async (_name, rows, steps, more, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps, filter: { ...unordered, ...more } })).toEqual(
      expected,
    );
  });

  test('over time, step 1 is the first completed one', async () => {
    const day = 86_400;
    const rows: Row[] = [
      ['B', 0],
      ['A', 50],
      ['A', day, {}, 'q'],
    ];
    const [found] = (await lab.results({
      rows,
      steps: ['A', 'B'],
      filter: { ...unordered, funnelVizType: 'trends' },
    })) as [{ readonly data: readonly number[] }];
    // The 1st: p started with B and with A, and completed both. The 2nd: q started only.
    expect(found.data).toEqual([100, 0, 0, 0, 0]);
  });
});

describe('exclusions', () => {
  test.each<[string, string, Filter, string]>([
    ['between the steps: the actor is not in the funnel', 'A0 X5 B10', without('X', 0, 1), '0, 0, 0'],
    ['a later clean attempt brings it back', 'A0 X5 B10 A20 B25', without('X', 0, 1), '1, 1 in 5, 0'],
    ['unless it does not get as far', 'A0 X5 B10 A20', without('X', 0, 1), '0, 0, 0'],
    ['before its range', 'A0 X5 B10 C20', without('X', 1, 2), '1, 1 in 10, 1 in 10'],
    ['after the last step of its range', 'A0 B10 X15 C20', without('X', 0, 1), '1, 1 in 10, 1 in 10'],
    ['inside a long range', 'A0 B10 X15 C20', without('X', 0, 2), '0, 0, 0'],
    ['after the window', 'A0 B10 X101', without('X', 1, 2), '1, 1 in 10, 0'],
    ['at the instant of a step', 'A0 X10 B10', without('X', 0, 1), '1, 1 in 10, 0'],
  ])('%s', async (_name, rows, more, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps: ['A', 'B', 'C'], filter: more })).toEqual(expected);
  });
});

test.each([
  ['after the second step of its range', 'A0 B10 X15 C20', '0, 0, 0'],
  ['after the attempt was broken', 'A0 B10 D12 X15', '1, 1 in 10, 0'],
])('exclusions in a strict funnel: %s', async (_name, rows, expected) => {
  const filter = { ...strict, ...without('X', 0, 2) };
  expect(await lab.counts({ rows: rowsOf(rows), steps: ['A', 'B', 'C'], filter })).toEqual(expected);
});

// Each attempt is judged for itself.
test.each([
  [
    'a dead attempt takes nothing from a living one',
    'A0 B1 A2 X3 B4 C5',
    without('X', 0, 1),
    '1, 1 in 1, 1 in 4',
  ],
  ['an attempt that a later one caught up with can die', 'A0 B1 A2 B3 X4', without('X', 0, 2), '0, 0, 0'],
  ['at the instant of the step it begins with', 'A0 X10 B10 C20', without('X', 1, 2), '1, 1 in 10, 1 in 10'],
])('exclusions and several attempts: %s', async (_name, rows, filter, expected) => {
  expect(await lab.counts({ rows: rowsOf(rows), steps: ['A', 'B', 'C'], filter })).toEqual(expected);
});

test('an exclusion after a step that a strict funnel has left behind', async () => {
  const filter = { ...strict, ...without('X', 1, 2) };
  const steps = ['A', 'B', 'C'];
  expect(await lab.counts({ rows: rowsOf('A0 B0 X9'), steps, filter })).toEqual('0, 0, 0');
  expect(await lab.counts({ rows: rowsOf('A0 B0 B5 X9'), steps, filter })).toEqual('1, 1, 0');
});

test('an exclusion at the instant of a step inside its range, in a strict funnel', async () => {
  const filter = { ...strict, ...without('X', 0, 2) };
  expect(await lab.counts({ rows: rowsOf('A0 X5 B5 C9'), steps: ['A', 'B', 'C'], filter })).toEqual(
    '0, 0, 0',
  );
});

// Not between its steps at the first instant, but right behind it.
test('an exclusion at the instant at which its range begins, and again, in a strict funnel', async () => {
  const filter = { ...strict, ...without('X', 1, 3) };
  const steps = ['A', 'B', 'C', 'D'];
  expect(await lab.counts({ rows: rowsOf('A0 B0 C0 X0 X9'), steps, filter })).toEqual('0, 0, 0, 0');
  expect(await lab.counts({ rows: rowsOf('A0 B0 C0 X0 D9'), steps, filter })).toEqual('1, 1, 1, 1 in 9');
});

describe('steps that share events', () => {
  const any = { event: null };
  const first = { event: 'A', math: 'first_time_for_user' };
  const shared: [string, string, (string | object)[], Filter, string][] = [
    ['one event is one step', 'B0', ['B', any], {}, '1, 0'],
    ['a step of all events, taken by an event of the same instant', 'B0 X0', ['B', any], {}, '1, 1'],
    ['there and back at one instant', 'A0 A0 B0', ['A', 'B', 'A'], {}, '1, 1, 1'],
    ['too few events at the instant', 'A0 B0', ['A', any, 'B'], {}, '1, 1, 0'],
    ['rows of steps are not joined', 'A0 B5 A5 C9', ['A', 'B', 'A', 'B'], {}, '1, 1 in 5, 1, 0'],
    ['unordered: one event serves one of two steps', 'A0', ['A', any], unordered, '1, 0'],
    ['unordered: steps are dealt out anew', 'A0 A3 B7', ['A', any, 'B'], unordered, '1, 1 in 3, 1 in 4'],
    ['unordered: too few events for two steps', 'X0 X3', [any, 'A', 'B'], unordered, '1, 0, 0'],
    ['unordered: the first event ever', 'A-9 A0 A5', [first, 'A'], unordered, '1, 1 in 9'],
    [
      'unordered: of more than five different steps one event may serve two',
      'A0 B1 C2 D3 E4',
      [any, 'A', 'B', 'C', 'D', 'E'],
      unordered,
      '1, 1, 1 in 1, 1 in 1, 1 in 1, 1 in 1',
    ],
    ['strict: an event of the same instant', 'A0 B0 X4', ['B', any, any], strict, '1, 1, 1 in 4'],
  ];
  test.each(shared)('%s', async (_name, rows, steps, filter, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps, filter })).toEqual(expected);
  });
});

test('ten steps of all events, ten events at one instant, over thirty years', async () => {
  const rows = rowsOf(Array.from('ABCDEFGHIJ', (event) => `${event}5`).join(' '));
  const steps = Array(10).fill({ event: null });
  const more = { dateRange: { date_from: '1995-01-01', date_to: '2024-06-05' } };
  const filter = without('X', 0, 9);
  expect(await lab.counts({ rows, steps, filter, more })).toEqual(Array(10).fill('1').join(', '));
  expect(await lab.counts({ rows: rows.slice(1), steps, filter, more })).toEqual(
    `${Array(9).fill('1').join(', ')}, 0`,
  );
});

describe('optional steps', () => {
  const optional = { event: 'B', optionalInFunnel: true };
  test.each<[string, string, Filter, string]>([
    ['done', 'A0 B10 C30', {}, '1, 1 in 10, 1 in 20'],
    ['skipped', 'A0 C30', {}, '1, 0, 1 in 30'],
    ['at the instant of the required one', 'A0 B30 C30', {}, '1, 1 in 30, 1'],
    ['after the required one it is too late', 'A0 C30 B40', {}, '1, 0, 1 in 30'],
    ['strict and done', 'A0 B10 C30', strict, '1, 1 in 10, 1 in 20'],
    ['strict and skipped', 'A0 C30', strict, '1, 0, 1 in 30'],
    ['strict and broken', 'A0 X10 C30', strict, '1, 0, 0'],
  ])('%s', async (_name, rows, more, expected) => {
    expect(await lab.counts({ rows: rowsOf(rows), steps: ['A', optional, 'C'], filter: more })).toEqual(
      expected,
    );
  });

  test.each<[string, Filter, string]>([
    ['A0 B10 C30 D35', {}, '1, 1 in 10, 1 in 20, 1 in 5'],
    ['A0 C30 D35', {}, '1, 0, 1 in 30, 1 in 5'],
    ['A0 B10 D35', {}, '1, 1 in 10, 0, 1 in 25'],
    ['A0 C10 B20 D35', {}, '1, 1 in 20, 0, 1 in 15'],
    ['A0 D35', strict, '1, 0, 0, 1 in 35'],
    ['A0 C30 D35', strict, '1, 0, 1 in 30, 1 in 5'],
  ])('two side by side: %s %j', async (rows, filter, expected) => {
    const steps = ['A', optional, { event: 'C', optionalInFunnel: true }, 'D'];
    expect(await lab.counts({ rows: rowsOf(rows), steps, filter })).toEqual(expected);
  });
});
