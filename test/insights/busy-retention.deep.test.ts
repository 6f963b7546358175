import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertBusyActor } from '../fixtures/busy-actor.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// Every combination of the options of retention, for an actor with 100,000 events, as `insertBusyActor` says: event n
// is 20 n seconds behind the first, the property `n` is its number, and A, B and C take turns. A starts, B returns. The
// first row of each answer is compared: the actor alone in the cohort of the period that contains 10 May.

const NOW = Date.parse('2024-06-10T00:00:00Z');
const BUSY_EVENTS = 100_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Ends of the first four periods of the calendar, in days behind 10 May. Weeks begin on Sunday, 5 May. */
const CALENDAR_ENDS = {
  Hour: [1 / 24, 2 / 24, 3 / 24, 4 / 24],
  Day: [1, 2, 3, 4],
  Week: [2, 9, 16, 23],
  Month: [22, 52, 83, 113],
} as const;
const LENGTHS = { Hour: HOUR, Day: DAY, Week: 7 * DAY, Month: 30 * DAY } as const;

interface Combination {
  readonly retentionType: string;
  readonly period: keyof typeof LENGTHS;
  readonly timeWindowMode: 'strict_calendar_dates' | '24_hour_windows';
  readonly minimumOccurrences: 1 | 60;
  readonly aggregationType: 'count' | 'sum' | 'avg';
  readonly cumulative: boolean;
  readonly hasBrackets: boolean;
  readonly hasBreakdown: boolean;
}

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await insertBusyActor(server.engine);
});

afterAll(() => server.close());

const RETENTION_TYPES = ['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'];
const PERIODS = ['Hour', 'Day', 'Week', 'Month'] as const;

test.each(RETENTION_TYPES.flatMap((type) => PERIODS.map((period) => [type, period] as const)))(
  '%s by %s, with all other options',
  async (retentionType, period) => {
    for (const combination of drawn([...combinationsOf(retentionType, period)])) {
      const answer = await runInsight(server.engine, testProject(), queryOf(combination), NOW);
      const [row] = answer.results as readonly { readonly values: readonly object[] }[];
      expect(row?.values, JSON.stringify(combination)).toMatchObject(firstRow(combination));
    }
  },
);

/** All of them; at a scale below 1 so large a part, which the seed begins at another one. */
function drawn(all: readonly Combination[]): readonly Combination[] {
  const step = all.length / Math.min(all.length, scaled(all.length));
  return all.filter((_, at) => Math.floor((at + (seed() % all.length)) % step) === 0);
}

function* combinationsOf(retentionType: string, period: Combination['period']): Generator<Combination> {
  for (const timeWindowMode of ['strict_calendar_dates', '24_hour_windows'] as const)
    for (const minimumOccurrences of [1, 60] as const)
      for (const aggregationType of ['count', 'sum', 'avg'] as const)
        for (const cumulative of timeWindowMode === '24_hour_windows' ? [false] : [false, true])
          for (const hasBrackets of [false, true])
            for (const hasBreakdown of [false, true])
              yield {
                retentionType,
                period,
                timeWindowMode,
                minimumOccurrences,
                aggregationType,
                cumulative,
                hasBrackets,
                hasBreakdown,
              };
}

/** By the number of the event each event is a cohort of its own. */
function queryOf({ hasBrackets, hasBreakdown, aggregationType, ...combination }: Combination) {
  return {
    kind: 'RetentionQuery',
    dateRange: { date_from: '2024-05-10', date_to: '2024-06-02T23:30:00' },
    retentionFilter: {
      ...combination,
      aggregationType,
      ...(aggregationType !== 'count' && { aggregationProperty: 'n' }),
      totalIntervals: 3,
      ...(hasBrackets && { retentionCustomBrackets: [1, 2] }),
      targetEntity: { id: 'A', type: 'events' },
      returningEntity: { id: 'B', type: 'events' },
    },
    ...(hasBreakdown && { breakdownFilter: { breakdown: 'n', breakdown_limit: 1 } }),
  };
}

/** Values of the first row: of the cohort itself and of two columns behind it. */
function firstRow(combination: Combination): readonly object[] {
  const { minimumOccurrences, aggregationType, cumulative, hasBrackets, hasBreakdown } = combination;
  const windows = [1, 2, 3].map((offset) => returnsIn(combination, offset));
  const isEnough = windows.map((numbers) => numbers.length >= minimumOccurrences);
  const [second = false, third = false, fourth = false] = isEnough;
  const afterFirst = cumulative ? returnsAfter(combination) : windows.slice(1, hasBrackets ? 3 : 2).flat();
  const own = hasBreakdown ? [0] : numbersBetween(0, 0, periodEnd(combination, 0, 'calendar'));
  const inFirst = cumulative ? [...(windows[0] ?? []), ...afterFirst] : (windows[0] ?? []);
  const reachesLater = third || ((hasBrackets || cumulative) && fourth);
  const cells = [
    { count: 1, numbers: own },
    { count: second || (cumulative && reachesLater) ? 1 : 0, numbers: inFirst },
    { count: reachesLater ? 1 : 0, numbers: afterFirst },
  ];
  return cells.map(({ count, numbers }) => {
    const sum = numbers.reduce((total, number) => total + number, 0);
    const value = aggregationType === 'avg' && count === 0 ? 0 : sum;
    return { count, ...(aggregationType !== 'count' && { aggregation_value: value }) };
  });
}

/** Numbers of the B events in the window of an offset from the first A event. */
function returnsIn(combination: Combination, offset: number): readonly number[] {
  const mode = combination.timeWindowMode === '24_hour_windows' ? 'clock' : 'calendar';
  return numbersBetween(1, periodEnd(combination, offset - 1, mode), periodEnd(combination, offset, mode));
}

function returnsAfter(combination: Combination): readonly number[] {
  return numbersBetween(1, periodEnd(combination, 1, 'calendar'), Number.POSITIVE_INFINITY);
}

/** Milliseconds from the first event to the end of a period. */
function periodEnd({ period }: Combination, offset: number, mode: 'clock' | 'calendar'): number {
  if (mode === 'clock') return (offset + 1) * LENGTHS[period];
  return (CALENDAR_ENDS[period][offset] ?? 0) * DAY;
}

/**
 * Numbers of the actor's events of one letter, at or after the first time and before the second, both in milliseconds.
 */
function numbersBetween(letter: 0 | 1, startMs: number, endMs: number): readonly number[] {
  const numbers: number[] = [];
  for (let number = letter; number < BUSY_EVENTS; number += 3)
    if (number * 20_000 >= startMs && number * 20_000 < endMs) numbers.push(number);
  return numbers;
}
