import {
  DAY_COUNT,
  type Question,
  RANGE,
  type Result,
  series,
  textbookEvents,
  withPerson,
} from './question.ts';

const STEPS = ['view', 'signup', 'buy'] as const;
/** Some events are two steps: each such event counts for one of them. */
const TEN_STEPS = ['view', 'click', 'search', 'view', 'click', 'search', 'view', 'click', 'signup', 'buy'];
const WINDOW = 14 * 86_400_000_000;
const STEP_ROWS = `project_id = 1 AND event IN ('view', 'signup', 'buy') AND ${RANGE}`;

const TEN_NAMES = [...new Set(TEN_STEPS)].map((name) => `'${name}'`).join(', ');
const TEN_ROWS = `project_id = 1 AND event IN (${TEN_NAMES}) AND ${RANGE}`;

const funnel = (more: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'FunnelsQuery',
  series: STEPS.map((name) => series(name)),
  ...more,
});

const counts = (results: readonly Result[]) => results.map(({ count }) => count);

/** Per step the count, and for later ones the mean and the median of the seconds since the step before. */
const countsAndTimes = (results: readonly Result[]) =>
  results.map((step) => [step.count, step.average_conversion_time ?? 0, step.median_conversion_time ?? 0]);

/** Microseconds since the first day times 4 plus the step: sorted, this is the order of events. */
const PACKED =
  "(toUnixTimestamp64Micro(timestamp) - 1767225600000000 + 1) * 4 + transform(event, ['view', 'signup', 'buy'], [1, 2, 3], 0)";

/** For each event of a list, what stands at the next event of a step; 0 where there is none. */
const nextAt = (step: number, numbers: string) =>
  `arrayPopFront(arrayPushBack(arrayReverseFill(x -> x != 0, arrayMap((e, n) -> if(bitAnd(e, 3) = ${step}, n, 0), events, ${numbers})), 0))`;

/** One row per actor with the times (start, signup, buy) of all attempts. */
const attempts = (
  rows: string,
  groups = 'person',
) => `SELECT ${groups}, arrayMap(e -> bitShiftRight(e, 2), events) AS times,
  ${nextAt(2, 'times')} AS signups, ${nextAt(3, 'times')} AS buys, ${nextAt(2, 'buys')} AS later_buys,
  arrayFilter((a, e) -> bitAnd(e, 3) = 1, arrayMap((t, s, b) -> (t, if(s <= t + ${WINDOW}, s, 0), if(b <= t + ${WINDOW}, b, 0)), times, signups, later_buys), events) AS all_attempts
  FROM (SELECT ${groups}, arraySort(groupArray(packed)) AS events FROM (${rows}) GROUP BY ${groups})`;

/** The attempt that got furthest, of those the first to arrive, of those the last to start. */
const BEST = `arraySort(a -> (-multiIf(a.3 != 0, 3, a.2 != 0, 2, 1), greatest(a.1, a.2, a.3), -a.1), all_attempts)[1]`;

const stepsByHand = (rows: string) => `SELECT [
    (toFloat64(count()), 0., 0.),
    (toFloat64(countIf(best.2 != 0)), avgIf(best.2 - best.1, best.2 != 0) / 1000000, quantileExactInclusiveIf(0.5)(best.2 - best.1, best.2 != 0) / 1000000),
    (toFloat64(countIf(best.3 != 0)), avgIf(best.3 - best.2, best.3 != 0) / 1000000, quantileExactInclusiveIf(0.5)(best.3 - best.2, best.3 != 0) / 1000000)]
  FROM (SELECT ${BEST} AS best FROM (${attempts(rows)}) WHERE notEmpty(all_attempts))`;

const PACKED_ROWS = `SELECT person, ${PACKED} AS packed FROM ${withPerson(STEP_ROWS, 'timestamp, event')}`;

/** The counts alone, by the engine's own function, which knows no times. */
function windowFunnelOf(steps: readonly string[], rows: string): string {
  const levels = steps.map((_, index) => `countIf(level >= ${index + 1})`);
  const conditions = steps.map((name) => `event = '${name}'`);
  const mode = new Set(steps).size < steps.length ? ", 'strict_once'" : '';
  return `SELECT [${levels.join(', ')}] FROM (
  SELECT windowFunnel(${WINDOW}${mode})(toUInt64(toUnixTimestamp64Micro(timestamp)), ${conditions.join(', ')}) AS level
  FROM ${rows} GROUP BY person)`;
}

const BROWSER = "JSONExtractString(properties, 'browser')";

export const FUNNEL_QUESTIONS: readonly Question[] = [
  {
    name: 'funnel, counts and times',
    insight: funnel(),
    numbers: countsAndTimes,
    byHand: stepsByHand(PACKED_ROWS),
    textbook: stepsByHand(
      `SELECT person, ${PACKED} AS packed FROM ${textbookEvents()} WHERE event IN ('view', 'signup', 'buy') AND ${RANGE}`,
    ),
  },
  {
    name: 'funnel, only counts by hand',
    insight: funnel(),
    numbers: counts,
    byHand: windowFunnelOf(STEPS, withPerson(STEP_ROWS, 'timestamp, event')),
    textbook: windowFunnelOf(
      STEPS,
      `(SELECT * FROM ${textbookEvents()} WHERE event IN ('view', 'signup', 'buy') AND ${RANGE})`,
    ),
  },
  {
    name: 'funnel, breakdown',
    insight: funnel({ breakdownFilter: { breakdown: 'browser' } }),
    numbers: (results) =>
      (results as unknown as readonly (readonly Result[])[]).map((value) => counts(value)),
    byHand: breakdownByHand(
      withPerson(STEP_ROWS, 'timestamp, event, browser', `timestamp, event, ${BROWSER} AS browser`),
    ),
    textbook: breakdownByHand(
      `(SELECT *, ${BROWSER} AS browser FROM ${textbookEvents()} WHERE event IN ('view', 'signup', 'buy') AND ${RANGE})`,
    ),
  },
  {
    name: 'funnel over time',
    insight: funnel({ funnelsFilter: { funnelVizType: 'trends' } }),
    numbers: ([result]) => result?.data,
    byHand: trendsByHand(PACKED_ROWS),
    textbook: trendsByHand(
      `SELECT person, ${PACKED} AS packed FROM ${textbookEvents()} WHERE event IN ('view', 'signup', 'buy') AND ${RANGE}`,
    ),
  },
  {
    name: 'funnel, time to convert',
    insight: funnel({ funnelsFilter: { funnelVizType: 'time_to_convert', binCount: 20 } }),
    numbers: (results) => (results as unknown as Result).bins,
    byHand: binsByHand(PACKED_ROWS),
    textbook: binsByHand(
      `SELECT person, ${PACKED} AS packed FROM ${textbookEvents()} WHERE event IN ('view', 'signup', 'buy') AND ${RANGE}`,
    ),
  },
  {
    name: 'funnel of ten steps, only counts by hand',
    insight: { kind: 'FunnelsQuery', series: TEN_STEPS.map((name) => series(name)) },
    numbers: counts,
    byHand: windowFunnelOf(TEN_STEPS, withPerson(TEN_ROWS, 'timestamp, event')),
    textbook: windowFunnelOf(
      TEN_STEPS,
      `(SELECT * FROM ${textbookEvents()} WHERE event IN (${TEN_NAMES}) AND ${RANGE})`,
    ),
  },
];

/** By the value of the first event of an actor, among those of the steps, that has one. */
function breakdownByHand(rows: string): string {
  return `SELECT groupArray(counts) FROM (SELECT value, [count(), countIf(best.2 != 0), countIf(best.3 != 0)] AS counts
    FROM (SELECT value, ${BEST} AS best FROM (${attempts(
      `SELECT person, value, arrayJoin(all_events) AS packed FROM (
      SELECT person, argMinIf(browser, timestamp, browser != '') AS value, groupArray(${PACKED}) AS all_events FROM ${rows} GROUP BY person)`,
      'person, value',
    )}) WHERE notEmpty(all_attempts))
    GROUP BY value ORDER BY counts[3] DESC, counts[2] DESC, counts[1] DESC)`;
}

/** Per day of the first step: who did it, and who of them got through. */
function trendsByHand(rows: string): string {
  return `SELECT groupArrayInsertAt(0, ${DAY_COUNT})(rate, toUInt32(day)) FROM (
    SELECT attempt.1 AS day, round(100 * countIf(attempt.2) / count(), 2) AS rate FROM (
      SELECT arrayJoin(arrayMap(day -> (day, has(converted, day)), days)) AS attempt FROM (
        SELECT arrayDistinct(arrayMap(a -> intDiv(a.1 - 1, 86400000000), all_attempts)) AS days,
          arrayDistinct(arrayMap(a -> intDiv(a.1 - 1, 86400000000), arrayFilter(a -> a.3 != 0, all_attempts))) AS converted
        FROM (${attempts(rows)})))
    GROUP BY day)`;
}

/** Twenty bins of the seconds from the first to the last step. */
function binsByHand(rows: string): string {
  return `SELECT arrayMap(i -> [round(low + i * width), countEqual(bins, i)], range(21)) FROM (
    SELECT floor(arrayMin(list)) AS low, ceil((ceil(arrayMax(list)) - low) / 20) AS width, arrayMap(s -> toInt64(floor((s - low) / width)), list) AS bins FROM (
      SELECT groupArray((best.3 - best.1) / 1000000) AS list FROM (SELECT ${BEST} AS best FROM (${attempts(rows)}) WHERE notEmpty(all_attempts)) WHERE best.3 != 0))`;
}
