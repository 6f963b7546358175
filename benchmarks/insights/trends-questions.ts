import {
  DAY,
  DAY_COUNT,
  onlyData,
  type Question,
  RANGE,
  series,
  textbookEvents,
  VIEWS,
  valuesAndData,
  withPerson,
} from './question.ts';

const views = (more: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'TrendsQuery',
  series: [series('view', more)],
});

/** One number per day, from rows (day, n); days without a row are 0. */
const perDay = (rows: string) =>
  `SELECT groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(day)) FROM (${rows})`;

/** The textbook: days as dates, each filled by WITH FILL. */
const filledDays = (value: string, from: string) => `SELECT groupArray(n) FROM (
  SELECT toStartOfDay(timestamp) AS day, ${value} AS n FROM ${from} GROUP BY day
  ORDER BY day WITH FILL STEP toIntervalDay(1))`;

/** From rows (v, day, n): the 25 largest values and the rest, by number. */
const textbookBreakdown = (from: string, value: string) => `WITH
  counts AS (SELECT ${value} AS v, toStartOfDay(timestamp) AS day, count() AS n FROM ${from} GROUP BY v, day),
  top AS (SELECT v FROM (SELECT v, sum(n) AS total FROM counts GROUP BY v ORDER BY total DESC, v LIMIT 25)),
  folded AS (SELECT if(v IN (SELECT v FROM top), v, 'Other') AS kept, day, sum(n) AS n FROM counts GROUP BY kept, day),
  filled AS (SELECT kept, day, n FROM folded ORDER BY kept, day)
  SELECT groupArray((kept, data)) FROM (
    SELECT kept, groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(dateDiff('day', toDateTime('2026-01-01 00:00:00', 'UTC'), day))) AS data
    FROM filled GROUP BY kept ORDER BY kept = 'Other', sum(n) DESC, kept)`;

/** One pass: a list of 90 numbers per value, then ranked and the rest added up. */
const breakdownByHand = (value: string) => `SELECT groupArray((kept, data)) FROM (
  SELECT if(place <= 25, v, 'Other') AS kept, sumForEach(data) AS data, min(place) AS first FROM (
    SELECT v, data, row_number() OVER (ORDER BY arraySum(data) DESC, v) AS place FROM (
      SELECT ${value} AS v, countResample(0, ${DAY_COUNT}, 1)(${DAY}) AS data FROM app.events WHERE ${VIEWS} GROUP BY v))
  GROUP BY kept ORDER BY first)`;

const ROLLING_FROM = "timestamp >= '2025-12-26 00:00:00' AND timestamp <= '2026-03-31 23:59:59.999999'";

export const TRENDS_QUESTIONS: readonly Question[] = [
  {
    name: 'total by day',
    insight: views(),
    numbers: onlyData,
    byHand: perDay(`SELECT ${DAY} AS day, count() AS n FROM app.events WHERE ${VIEWS} GROUP BY day`),
    textbook: filledDays('count()', `(SELECT * FROM app.events WHERE ${VIEWS})`),
  },
  {
    name: 'total by day, all events',
    insight: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }] },
    numbers: onlyData,
    byHand: perDay(
      `SELECT ${DAY} AS day, count() AS n FROM app.events WHERE project_id = 1 AND ${RANGE} GROUP BY day`,
    ),
    textbook: filledDays('count()', `(SELECT * FROM app.events WHERE project_id = 1 AND ${RANGE})`),
  },
  {
    name: 'total, property filter',
    insight: { ...views(), properties: [{ key: 'plan', value: 'pro' }] },
    numbers: onlyData,
    byHand: perDay(
      `SELECT ${DAY} AS day, count() AS n FROM app.events WHERE ${VIEWS} AND JSONExtractString(properties, 'plan') = 'pro' GROUP BY day`,
    ),
    textbook: filledDays(
      'count()',
      `(SELECT *, JSONExtractString(properties, 'plan') AS plan FROM app.events WHERE ${VIEWS} AND plan = 'pro')`,
    ),
  },
  {
    name: 'sum of a property',
    insight: views({ math: 'sum', math_property: 'amount' }),
    numbers: onlyData,
    byHand: perDay(
      `SELECT ${DAY} AS day, sum(JSONExtractFloat(properties, 'amount')) AS n FROM app.events WHERE ${VIEWS} GROUP BY day`,
    ),
    textbook: filledDays(
      "sum(JSONExtractFloat(properties, 'amount'))",
      `(SELECT * FROM app.events WHERE ${VIEWS})`,
    ),
  },
  {
    name: 'breakdown, 5 values',
    insight: { ...views(), breakdownFilter: { breakdown: 'browser' } },
    numbers: valuesAndData,
    byHand: breakdownByHand("JSONExtractString(properties, 'browser')"),
    textbook: textbookBreakdown(`app.events WHERE ${VIEWS}`, "JSONExtractString(properties, 'browser')"),
  },
  {
    name: 'breakdown, 20,000 values',
    insight: { ...views(), breakdownFilter: { breakdown: 'page' } },
    numbers: valuesAndData,
    byHand: breakdownByHand("JSONExtractString(properties, 'page')"),
    textbook: textbookBreakdown(`app.events WHERE ${VIEWS}`, "JSONExtractString(properties, 'page')"),
  },
  {
    name: 'breakdown and filter',
    insight: {
      ...views(),
      properties: [{ key: 'plan', value: 'pro' }],
      breakdownFilter: { breakdown: 'browser' },
    },
    numbers: valuesAndData,
    byHand: breakdownByHand("JSONExtractString(properties, 'browser')").replace(
      VIEWS,
      `${VIEWS} AND JSONExtractString(properties, 'plan') = 'pro'`,
    ),
    textbook: textbookBreakdown(
      `app.events WHERE ${VIEWS} AND JSONExtractString(properties, 'plan') = 'pro'`,
      "JSONExtractString(properties, 'browser')",
    ),
  },
  {
    name: 'dau',
    insight: views({ math: 'dau' }),
    numbers: onlyData,
    byHand: perDay(
      `SELECT ${DAY} AS day, uniqExact(person) AS n FROM ${withPerson(VIEWS, 'timestamp')} GROUP BY day`,
    ),
    textbook: filledDays(
      'count(DISTINCT person)',
      `(SELECT * FROM ${textbookEvents()} WHERE event = 'view' AND ${RANGE})`,
    ),
  },
  {
    name: 'dau, one number',
    insight: { ...views({ math: 'dau' }), trendsFilter: { display: 'BoldNumber' } },
    numbers: ([result]) => result?.aggregated_value,
    byHand: `SELECT uniqExact(person) FROM ${withPerson(VIEWS, 'timestamp')}`,
    textbook: `SELECT count(DISTINCT person) FROM ${textbookEvents()} WHERE event = 'view' AND ${RANGE}`,
  },
  {
    name: 'dau, cumulative',
    insight: { ...views({ math: 'dau' }), trendsFilter: { display: 'ActionsLineGraphCumulative' } },
    numbers: onlyData,
    byHand: `SELECT arrayCumSum(groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(day))) FROM (
      SELECT day, count() AS n FROM (
        SELECT min(${DAY}) AS day FROM ${withPerson(VIEWS, 'timestamp')} GROUP BY person)
      GROUP BY day)`,
    textbook: `SELECT arrayCumSum(groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(day))) FROM (
      SELECT dateDiff('day', toDate('2026-01-01'), first) AS day, count() AS n FROM (
        SELECT person, min(toStartOfDay(timestamp)) AS first FROM ${textbookEvents()} WHERE event = 'view' AND ${RANGE} GROUP BY person)
      GROUP BY day)`,
  },
  {
    name: 'weekly active by day',
    insight: views({ math: 'weekly_active' }),
    numbers: onlyData,
    byHand: `SELECT arrayMap(x -> toInt64(x), arrayCumSum(groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(day)))) FROM (
      SELECT day, sum(change) AS n FROM (
        SELECT arrayJoin(arrayConcat(arrayMap(d -> (d, 1), days),
          arrayMap((d, next) -> (least(d + 7, next), -1), days, arrayPushBack(arrayPopFront(days), days[-1] + 7)))) AS pair,
          pair.1 AS day, toInt64(pair.2) AS change
        FROM (SELECT arraySort(groupUniqArray(${DAY})) AS days FROM ${withPerson(`project_id = 1 AND event = 'view' AND ${ROLLING_FROM}`, 'timestamp')} GROUP BY person))
      WHERE day < ${DAY_COUNT} GROUP BY day)`,
    textbook: `SELECT groupArray(n) FROM (
      SELECT toDate(timestamp) + offset AS day, count(DISTINCT person) AS n FROM (SELECT * FROM ${textbookEvents()} WHERE event = 'view' AND ${ROLLING_FROM})
      ARRAY JOIN [0, 1, 2, 3, 4, 5, 6] AS offset GROUP BY day HAVING day <= '2026-03-31' ORDER BY day WITH FILL STEP 1)`,
  },
  {
    name: 'first time for user',
    insight: views({ math: 'first_time_for_user' }),
    numbers: onlyData,
    byHand: perDay(`SELECT day, count() AS n FROM (
      SELECT min(${DAY}) AS day FROM ${withPerson("project_id = 1 AND event = 'view' AND timestamp <= '2026-03-31 23:59:59.999999'", 'timestamp')} GROUP BY person)
      WHERE day >= 0 GROUP BY day`),
    textbook: `SELECT groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(day)) FROM (
      SELECT dateDiff('day', toDate('2026-01-01'), first) AS day, count() AS n FROM (
        SELECT person, toStartOfDay(argMin(timestamp, timestamp)) AS first FROM ${textbookEvents()} WHERE event = 'view' GROUP BY person)
      WHERE first >= '2026-01-01' AND first <= '2026-03-31' GROUP BY day)`,
  },
  {
    name: 'formula of two series',
    insight: {
      kind: 'TrendsQuery',
      series: [series('buy'), series('view', { math: 'dau' })],
      trendsFilter: { formula: 'A / B' },
    },
    numbers: onlyData,
    byHand: perDay(`SELECT day, sum(buys) / sum(people) AS n FROM (
      SELECT ${DAY} AS day, count() AS buys, 0 AS people FROM app.events WHERE project_id = 1 AND event = 'buy' AND ${RANGE} GROUP BY day
      UNION ALL SELECT ${DAY} AS day, 0 AS buys, uniqExact(person) AS people FROM ${withPerson(VIEWS, 'timestamp')} GROUP BY day)
      GROUP BY day`),
    textbook: filledDays(
      "countIf(event = 'buy') / uniqExactIf(person, event = 'view')",
      `(SELECT * FROM ${textbookEvents()} WHERE event IN ('buy', 'view') AND ${RANGE})`,
    ),
  },
];
