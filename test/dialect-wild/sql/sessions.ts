import type { SqlCase } from '../cases.ts';
import { group, named, number, tally, text } from '../loops.ts';
import { PEOPLE } from '../people.ts';
import { DAYS, ENTRIES, SESSIONS, type Seen } from '../world.ts';

const start = (session: readonly Seen[]) => Math.min(...session.map(({ at }) => at));
const end = (session: readonly Seen[]) => Math.max(...session.map(({ at }) => at));
const seconds = (session: readonly Seen[]) => (end(session) - start(session)) / 1000;
const inTime = (session: readonly Seen[]) => session.toSorted((a, b) => a.at - b.at);
/** The first value that an event of the session has. */
const first = (session: readonly Seen[], name: string) =>
  inTime(session)
    .map((seen) => text(seen, name))
    .find((value) => value !== null) ?? null;
const last = (session: readonly Seen[], name: string) =>
  inTime(session)
    .map((seen) => text(seen, name))
    .findLast((value) => value !== null) ?? null;
const channel = (session: readonly Seen[]) => {
  const who = PEOPLE.findIndex(({ id }) => id === session[0]?.person.id);
  return ENTRIES[(who + DAYS.indexOf(session[0]?.day ?? '')) % 6]?.channel ?? null;
};
const vitals = (session: readonly Seen[]) => {
  const measured = session
    .map((seen) => number(seen, '$web_vitals_LCP_value'))
    .filter((value) => !Number.isNaN(value));
  return measured.length === 0 ? null : Math.min(...measured);
};
const shop = named('purchase');
const sessionOf = (seen: Seen) => SESSIONS.find(([one]) => one?.session === seen.session) ?? [];
const having = (name: string) => SESSIONS.filter((session) => first(session, name) !== null).length;

export const sessionColumns: readonly SqlCase[] = [
  {
    name: '$channel_type by its counts',
    sql: 'SELECT $channel_type AS channel, count() AS sessions FROM sessions GROUP BY channel ORDER BY sessions DESC',
    expected: { rows: tally(SESSIONS, channel) },
  },
  {
    name: '$channel_type of the session of an event',
    sql: "SELECT session.$channel_type, count() FROM events WHERE event = 'purchase' GROUP BY session.$channel_type",
    expected: { rows: tally(shop, (seen) => channel(sessionOf(seen))) },
  },
  {
    name: '$channel_type in a condition',
    sql: "SELECT count() FROM sessions WHERE $channel_type IN ('Paid Search', 'Organic Search')",
    expected: { rows: [[SESSIONS.filter((s) => channel(s)?.endsWith('Search')).length]] },
  },
  {
    name: 'id is the session_id',
    sql: 'SELECT count(), uniqExact(id), countIf(id = session_id) FROM sessions',
    expected: { rows: [[SESSIONS.length, SESSIONS.length, SESSIONS.length]] },
  },
  {
    name: 'id of the session of an event',
    sql: "SELECT count() FROM events WHERE event = 'purchase' AND session.id = $session_id",
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'id in a join',
    sql: "SELECT count() FROM events AS e JOIN sessions AS s ON e.$session_id = s.id WHERE e.event = 'purchase'",
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'session_id_v7 tells sessions apart',
    sql: 'SELECT uniqExact(session_id_v7) FROM sessions',
    expected: { rows: [[SESSIONS.length]] },
  },
  {
    name: 'session_id_v7 groups as session_id does',
    sql: 'SELECT max(n) FROM (SELECT session_id_v7, uniqExact(session_id) AS n FROM sessions GROUP BY session_id_v7)',
    expected: { rows: [[1]] },
  },
  {
    name: 'duration in seconds',
    sql: 'SELECT max(duration), avg(duration) FROM sessions',
    expected: {
      rows: [
        [
          Math.max(...SESSIONS.map(seconds)),
          SESSIONS.reduce((total, session) => total + seconds(session), 0) / SESSIONS.length,
        ],
      ],
    },
  },
  {
    name: 'duration is $session_duration',
    sql: 'SELECT count() FROM sessions WHERE duration = $session_duration AND duration >= 100',
    expected: { rows: [[SESSIONS.filter((session) => seconds(session) >= 100).length]] },
  },
  {
    name: 'session.duration of an event',
    sql: "SELECT distinct_id, sum(session.duration) FROM events WHERE event = 'purchase' GROUP BY distinct_id",
    expected: {
      rows: group(shop, ({ person }) => person.id).map(([id, rows]) => [
        id,
        rows.reduce((total, seen) => total + seconds(sessionOf(seen)), 0),
      ]),
    },
  },
  {
    name: 'max_inserted_at is set',
    sql: 'SELECT countIf(max_inserted_at IS NOT NULL) FROM sessions',
    expected: { rows: [[SESSIONS.length]] },
  },
  {
    name: 'max_inserted_at is a moment',
    sql: 'SELECT session_id, max_inserted_at FROM sessions ORDER BY max_inserted_at DESC LIMIT 5',
    expected: { shape: 'sd' },
  },
  {
    name: '$vitals_lcp is the least of the session',
    sql: 'SELECT $vitals_lcp, count() FROM sessions WHERE $vitals_lcp IS NOT NULL GROUP BY $vitals_lcp',
    expected: { rows: tally(SESSIONS, (session) => vitals(session) ?? undefined) },
  },
  {
    name: '$vitals_lcp is NULL without a measurement',
    sql: 'SELECT countIf($vitals_lcp IS NULL) FROM sessions',
    expected: { rows: [[SESSIONS.filter((session) => vitals(session) === null).length]] },
  },
  {
    name: '$exit_current_url',
    sql: 'SELECT $exit_current_url AS url, count() FROM sessions GROUP BY url',
    expected: { rows: tally(SESSIONS, (session) => last(session, '$current_url')) },
  },
  {
    name: '$exit_pathname is $end_pathname',
    sql: 'SELECT $exit_pathname, count(), countIf($exit_pathname = $end_pathname) FROM sessions GROUP BY $exit_pathname',
    expected: {
      rows: tally(SESSIONS, (session) => last(session, '$pathname')).map(([path, n]) => [path, n, n]),
    },
  },
  {
    name: '$last_external_click_url',
    sql: "SELECT $last_external_click_url AS url, count() FROM sessions WHERE url != '' AND url IS NOT NULL GROUP BY url",
    expected: { rows: tally(SESSIONS, (session) => last(session, '$external_click_url') ?? undefined) },
  },
  ...['gclid', 'fbclid', 'msclkid', 'gad_source'].map((name) => ({
    name: `$entry_${name} counts the sessions that have it`,
    sql: `SELECT count() FROM sessions WHERE $entry_${name} IS NOT NULL AND $entry_${name} != ''`,
    expected: { rows: [[having(name)]] },
  })),
  {
    name: '$entry_gclid and $entry_gad_source by value',
    sql: "SELECT $entry_gclid, $entry_gad_source, count() FROM sessions WHERE $entry_gclid = 'g-1' GROUP BY $entry_gclid, $entry_gad_source",
    expected: { rows: [['g-1', '1', having('gclid')]] },
  },
  {
    name: '$entry_fbclid of the session of an event',
    sql: "SELECT count() FROM events WHERE event = 'purchase' AND session.$entry_fbclid = 'fb-1'",
    expected: { rows: [[shop.filter((seen) => first(sessionOf(seen), 'fbclid') === 'fb-1').length]] },
  },
  {
    name: '$entry_msclkid beside the campaign',
    sql: "SELECT $entry_utm_source, $entry_msclkid, count() FROM sessions WHERE $entry_msclkid = 'ms-1' GROUP BY $entry_utm_source, $entry_msclkid",
    expected: { rows: [['newsletter', 'ms-1', having('msclkid')]] },
  },
  {
    name: 'exits of long visits by channel, as a dashboard has it',
    sql: 'SELECT $channel_type, $exit_pathname, round(avg(duration)) AS seconds, count() AS n FROM sessions WHERE duration > 0 GROUP BY $channel_type, $exit_pathname ORDER BY n DESC, $channel_type',
    expected: { shape: 'ssnn' },
  },
];

const PRO = PEOPLE.filter(({ plan }) => plan === 'pro').length;

// The names of PostHog's stored tables are synonyms, and see the own project only.
export const rawTables: readonly SqlCase[] = [
  {
    name: 'raw_persons counts persons',
    sql: "SELECT count() FROM raw_persons WHERE properties.plan = 'pro'",
    expected: { rows: [[PRO]] },
  },
  {
    name: 'raw_persons by country',
    sql: 'SELECT properties.country AS country, uniq(id) FROM raw_persons GROUP BY country',
    expected: { rows: tally(PEOPLE, ({ country }) => country ?? null) },
  },
  {
    name: 'raw_persons joined to events',
    sql: "SELECT p.properties.name, count() FROM events AS e JOIN raw_persons AS p ON e.person_id = p.id WHERE e.event = 'purchase' GROUP BY p.properties.name",
    expected: { rows: tally(shop, ({ person }) => person.id) },
  },
  {
    name: 'raw_persons that are not deleted',
    sql: 'SELECT count() FROM raw_persons WHERE created_at IS NOT NULL',
    expected: { rows: [[PEOPLE.length]] },
  },
  {
    name: 'raw_sessions counts sessions',
    sql: 'SELECT uniqExact(session_id) FROM raw_sessions',
    expected: { rows: [[SESSIONS.length]] },
  },
  {
    name: 'raw_sessions by entry',
    sql: 'SELECT $entry_referring_domain, count() FROM raw_sessions GROUP BY $entry_referring_domain',
    expected: { rows: tally(SESSIONS, (session) => first(session, '$referring_domain')) },
  },
  {
    name: 'raw_person_distinct_ids counts ids',
    sql: 'SELECT count() FROM raw_person_distinct_ids',
    expected: { rows: [[PEOPLE.length + 1]] },
  },
  {
    name: 'raw_person_distinct_ids of one person',
    sql: "SELECT distinct_id FROM raw_person_distinct_ids WHERE person_id IN (SELECT person_id FROM raw_person_distinct_ids WHERE distinct_id = 'hal') ORDER BY distinct_id",
    expected: { rows: [['hal'], ['visitor-7']], ordered: true },
  },
  {
    name: 'person_distinct_id_overrides joined to events',
    sql: "SELECT count() FROM events AS e LEFT JOIN person_distinct_id_overrides AS o ON e.distinct_id = o.distinct_id WHERE e.event = 'purchase'",
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'person_distinct_id_overrides names the person of a merged id',
    sql: "SELECT distinct_id, person_id = '{person:hal}' FROM person_distinct_id_overrides WHERE distinct_id = 'visitor-7'",
    expected: { rows: [['visitor-7', 1]] },
  },
];
