import {
  DAY,
  DAY_COUNT,
  type Question,
  RANGE,
  type Result,
  series,
  textbookEvents,
  VIEWS,
  withPerson,
} from './question.ts';

const COLUMNS = 11;
/** Days of the retention questions: a mask of 64 bits holds them and the columns after them. */
const COHORT_RANGE = { date_from: '2026-02-10', date_to: '2026-03-31' };
const COHORT_ROWS = "timestamp >= '2026-02-10 00:00:00' AND timestamp <= '2026-03-31 23:59:59.999999'";
const COHORT_DAY = "toInt32(toDate(timestamp) - toDate('2026-02-10'))";
const SIGNUP_OR_VIEW = "project_id = 1 AND event IN ('signup', 'view')";

const retention = (retentionType: string) => ({
  kind: 'RetentionQuery',
  dateRange: COHORT_RANGE,
  retentionFilter: {
    targetEntity: { id: 'signup', type: 'events' },
    returningEntity: { id: 'view', type: 'events' },
    totalIntervals: COLUMNS,
    retentionType,
  },
});

const cohortCounts = (results: readonly Result[]) =>
  results.map(({ values }) => values.map(({ count }) => count));

/** The sizes of the cohorts and their returns, from rows (cohort, returns) with a mask of days. */
const cohortsByHand = (rows: string) => `SELECT groupArray(counts) FROM (
  SELECT cohort, sumForEach(arrayMap(k -> if(k = 0, 1, bitAnd(bitShiftRight(returns, cohort + k), 1)), range(${COLUMNS}))) AS counts
  FROM (${rows}) GROUP BY cohort ORDER BY cohort)`;

/** A join of the actors of every cohort with every day on which they came back. */
const textbookRetention = (cohorts: string) => `WITH
  cohorts AS (${cohorts}),
  returns AS (SELECT DISTINCT person, toDate(timestamp) AS day FROM ${textbookEvents()} WHERE event = 'view' AND ${COHORT_ROWS}),
  sizes AS (SELECT cohort, 0 AS k, count(DISTINCT person) AS n FROM cohorts GROUP BY cohort),
  later AS (SELECT cohort, toInt32(returns.day - cohorts.cohort) AS k, count(DISTINCT cohorts.person) AS n FROM cohorts
    JOIN returns ON cohorts.person = returns.person WHERE k > 0 AND k < ${COLUMNS} GROUP BY cohort, k)
  SELECT groupArray(counts) FROM (SELECT cohort, groupArrayInsertAt(0, ${COLUMNS})(n, toUInt32(k)) AS counts
    FROM (SELECT * FROM sizes UNION ALL SELECT * FROM later) GROUP BY cohort ORDER BY cohort)`;

const PAGEVIEWS = `project_id = 1 AND event = '$pageview' AND ${RANGE}`;
const WITHOUT_SLASH = "replaceRegexpOne(JSONExtractString(properties, '$current_url'), '(.)/$', '\\\\1')";

/** The first edges: behind them, the answer leaves out what cannot be reached. */
const edges = (results: readonly Result[]) =>
  results
    .filter(({ source }) => source.startsWith('1_'))
    .map(({ source, target, value, average_conversion_time }) => [
      source,
      target,
      value,
      Math.round(average_conversion_time ?? 0),
    ]);

const firstEdges =
  "arrayFilter(edge -> startsWith(edge.1, '1_'), groupArray((source, target, n, round(milliseconds))))";

/** From rows (person, at, item): sessions cut at gaps of 30 minutes, runs of an item collapsed, five items each. */
const pathsByHand = (rows: string) => `SELECT ${firstEdges} FROM (
  SELECT edge.1 AS source, edge.2 AS target, count() AS n, avg(edge.3) / 1000 AS milliseconds FROM (
    SELECT arrayJoin(arrayMap((a, b, place) -> (concat(toString(place), '_', a.2), concat(toString(place + 1), '_', b.2), b.1 - a.1),
      arrayPopBack(items), arrayPopFront(items), arrayEnumerate(arrayPopBack(items)))) AS edge FROM (
      SELECT arraySlice(arrayFilter((e, next) -> e.2 != next, session, arrayPushBack(arrayPopFront(session.2), '')), 1, 5) AS items
      FROM (SELECT arrayJoin(arraySplit((e, gap) -> gap >= 1800000000, events, arrayDifference(events.1))) AS session
        FROM (SELECT arraySort(groupArray((at, item))) AS events FROM (${rows}) GROUP BY person))))
  GROUP BY source, target ORDER BY n DESC, source, target LIMIT 50)`;

const textbookPaths = (rows: string) => `WITH
  marked AS (SELECT person, at, item, if(at - lagInFrame(at, 1, 0) OVER w >= 1800000000, 1, 0) AS is_start FROM (${rows})
    WINDOW w AS (PARTITION BY person ORDER BY at, item ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)),
  sessions AS (SELECT person, at, item, sum(is_start) OVER (PARTITION BY person ORDER BY at, item ROWS UNBOUNDED PRECEDING) AS session FROM marked),
  kept AS (SELECT * FROM (SELECT *, leadInFrame(item, 1, '') OVER (PARTITION BY person, session ORDER BY at, item ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS next FROM sessions) WHERE item != next),
  placed AS (SELECT person, session, at, item, row_number() OVER (PARTITION BY person, session ORDER BY at, item) AS place FROM kept)
  SELECT ${firstEdges} FROM (
    SELECT concat(toString(a.place), '_', a.item) AS source, concat(toString(b.place), '_', b.item) AS target, count() AS n, avg(b.at - a.at) / 1000 AS milliseconds
    FROM placed AS a JOIN placed AS b ON a.person = b.person AND a.session = b.session AND b.place = a.place + 1
    WHERE a.place < 5 GROUP BY source, target ORDER BY n DESC, source, target LIMIT 50)`;

export const ACTOR_QUESTIONS: readonly Question[] = [
  {
    name: 'retention, recurring',
    insight: retention('retention_recurring'),
    numbers: cohortCounts,
    byHand: cohortsByHand(`SELECT arrayJoin(bitPositionsToArray(targets)) AS cohort, returns FROM (
      SELECT groupBitOr(if(event = 'signup', bitShiftLeft(toUInt64(1), ${COHORT_DAY}), 0)) AS targets,
        groupBitOr(if(event = 'view', bitShiftLeft(toUInt64(1), ${COHORT_DAY}), 0)) AS returns
      FROM ${withPerson(`${SIGNUP_OR_VIEW} AND ${COHORT_ROWS}`, 'timestamp, event')} GROUP BY person HAVING targets != 0)`),
    textbook: textbookRetention(
      `SELECT DISTINCT person, toDate(timestamp) AS cohort FROM ${textbookEvents()} WHERE event = 'signup' AND ${COHORT_ROWS}`,
    ),
  },
  {
    name: 'retention, first time',
    insight: retention('retention_first_time'),
    numbers: cohortCounts,
    byHand: cohortsByHand(`SELECT cohort, returns FROM (
      SELECT minIf(${COHORT_DAY}, event = 'signup') AS cohort, countIf(event = 'signup') AS targets,
        groupBitOr(if(event = 'view' AND timestamp >= '2026-02-10 00:00:00', bitShiftLeft(toUInt64(1), greatest(0, ${COHORT_DAY})), 0)) AS returns
      FROM ${withPerson(`project_id = 1 AND (event = 'signup' OR (event = 'view' AND timestamp >= '2026-02-10 00:00:00')) AND timestamp <= '2026-03-31 23:59:59.999999'`, 'timestamp, event')} GROUP BY person)
      WHERE targets > 0 AND cohort >= 0`),
    textbook: textbookRetention(
      `SELECT person, toDate(min(timestamp)) AS cohort FROM ${textbookEvents()} WHERE event = 'signup' GROUP BY person HAVING cohort >= '2026-02-10'`,
    ),
  },
  {
    name: 'lifecycle',
    insight: { kind: 'LifecycleQuery', series: [series('view')] },
    numbers: (results) => results.map(({ data }) => data),
    byHand: `SELECT [new, returning, resurrecting, arrayMap(n -> -n, dormant)] FROM (
      SELECT ${['new', 'returning', 'resurrecting', 'dormant']
        .map(
          (name, status) =>
            `groupArrayInsertAtIf(0, ${DAY_COUNT})(toInt64(n), toUInt32(day), status = ${status}) AS ${name}`,
        )
        .join(', ')}
      FROM (SELECT life.1 AS day, life.2 AS status, count() AS n FROM (
        SELECT arrayJoin(arrayConcat(
          arrayMap((day, before) -> (day, multiIf(before = -9 AND day = created, 0, before = day - 1, 1, 2)), days, arrayPushFront(arrayPopBack(days), -9)),
          arrayMap(day -> (day + 1, 3), arrayFilter((day, next) -> next != day + 1, days, arrayPushBack(arrayPopFront(days), -9))))) AS life
        FROM (SELECT person, arraySort(groupUniqArray(${DAY})) AS days
          FROM ${withPerson("project_id = 1 AND event = 'view' AND person_mode != 'propertyless' AND timestamp >= '2025-12-31 00:00:00' AND timestamp <= '2026-03-31 23:59:59.999999'", 'timestamp')} GROUP BY person) AS actors
        LEFT ANY JOIN (SELECT id, toInt32(toDate(created_at) - toDate('2026-01-01')) AS created FROM app.persons FINAL WHERE project_id = 1) AS persons ON persons.id = actors.person)
      WHERE day >= 0 AND day < ${DAY_COUNT} GROUP BY day, status))`,
    textbook: `WITH
      active AS (SELECT DISTINCT person, toDate(timestamp) AS day FROM ${textbookEvents()}
        WHERE event = 'view' AND JSONExtractString(properties, '$process_person_profile') != 'false' AND timestamp >= '2025-12-31 00:00:00' AND timestamp <= '2026-03-31 23:59:59.999999'),
      neighbours AS (SELECT person, day, lagInFrame(toNullable(day)) OVER w AS before, leadInFrame(toNullable(day)) OVER w AS next FROM active
        WINDOW w AS (PARTITION BY person ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)),
      statuses AS (
        SELECT toInt32(neighbours.day - toDate('2026-01-01')) AS place, multiIf(before IS NULL AND neighbours.day = toDate(created_at), 0, before = neighbours.day - 1, 1, 2) AS status
        FROM neighbours LEFT JOIN (SELECT id, created_at FROM app.persons FINAL WHERE project_id = 1) AS persons ON persons.id = neighbours.person
        UNION ALL SELECT toInt32(day - toDate('2026-01-01')) + 1 AS place, 3 AS status FROM neighbours WHERE next IS NULL OR next != day + 1)
      SELECT groupArray(data) FROM (SELECT status, arrayMap(n -> if(status = 3, -n, n), groupArrayInsertAt(0, ${DAY_COUNT})(toInt64(n), toUInt32(place))) AS data
        FROM (SELECT status, place, count() AS n FROM statuses WHERE place >= 0 AND place < ${DAY_COUNT} GROUP BY status, place) GROUP BY status ORDER BY status)`,
  },
  {
    name: 'stickiness',
    insight: { kind: 'StickinessQuery', series: [series('view')] },
    numbers: ([result]) => result?.data,
    byHand: `SELECT groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(days - 1)) FROM (
      SELECT days, count() AS n FROM (SELECT uniqExact(${DAY}) AS days FROM ${withPerson(VIEWS, 'timestamp')} GROUP BY person) GROUP BY days)`,
    textbook: `SELECT groupArrayInsertAt(0, ${DAY_COUNT})(n, toUInt32(days - 1)) FROM (
      SELECT days, count() AS n FROM (SELECT count(DISTINCT toStartOfDay(timestamp)) AS days FROM ${textbookEvents()} WHERE event = 'view' AND ${RANGE} GROUP BY person) GROUP BY days)`,
  },
  {
    name: 'paths of page views',
    insight: { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['$pageview'] } },
    numbers: edges,
    byHand: pathsByHand(
      `SELECT person, toUnixTimestamp64Micro(timestamp) AS at, item FROM ${withPerson(PAGEVIEWS, 'timestamp, item', `timestamp, ${WITHOUT_SLASH} AS item`)}`,
    ),
    textbook: textbookPaths(
      `SELECT person, toUnixTimestamp64Micro(timestamp) AS at, ${WITHOUT_SLASH} AS item FROM ${textbookEvents()} WHERE event = '$pageview' AND ${RANGE}`,
    ),
  },
  {
    name: 'paths of all events',
    insight: { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] } },
    numbers: edges,
    byHand: pathsByHand(
      `SELECT person, toUnixTimestamp64Micro(timestamp) AS at, event AS item FROM ${withPerson(`project_id = 1 AND NOT startsWith(event, '$') AND ${RANGE}`, 'timestamp, event')}`,
    ),
    textbook: textbookPaths(
      `SELECT person, toUnixTimestamp64Micro(timestamp) AS at, toString(event) AS item FROM ${textbookEvents()} WHERE event NOT LIKE '$%' AND ${RANGE}`,
    ),
  },
];
