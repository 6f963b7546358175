import type { DerivedColumnDefinition, DerivedTable } from '../table.ts';

const DURATION = `dateDiff('second', min(timestamp), max(timestamp))`;
const ENTRY_URL = 'argMin(properties.$current_url, timestamp)';
const END_URL = 'argMax(properties.$current_url, timestamp)';
const PAGEVIEWS = `countIf(event = '$pageview')`;
const SCREENS = `countIf(event = '$screen')`;
const AUTOCAPTURES = `countIf(event = '$autocapture')`;

function entryProperty(name: string): DerivedColumnDefinition {
  return { name: `$entry_${name}`, sql: `argMin(properties.${name}, timestamp)` };
}

/** Further names that PostHog has for the same columns; `*` leaves them out. */
const further = (
  columns: Readonly<Record<string, DerivedColumnDefinition['sql']>>,
): DerivedColumnDefinition[] => Object.entries(columns).map(([name, sql]) => ({ name, sql, hidden: true }));

/**
 * One row per session id of events. `argMin` and `argMax` skip events without the property, so the entry page is that
 * of the first event which has one. `bounce_seconds` is a constant that the compiler defines.
 */
export const sessionsTable: DerivedTable = {
  kind: 'derived',
  name: 'sessions',
  of: 'events',
  where: `notEmpty($session_id)`,
  groupBy: '$session_id',
  timeColumn: '$start_timestamp',
  joins: [{ name: 'person', table: 'persons', from: 'person_id', to: 'id' }],
  columns: [
    { name: 'session_id', sql: '$session_id' },
    { name: 'distinct_id', sql: 'argMin(distinct_id, timestamp)' },
    { name: 'person_id', sql: 'argMax(person_id, timestamp)' },
    { name: '$start_timestamp', sql: 'min(timestamp)' },
    { name: '$end_timestamp', sql: 'max(timestamp)' },
    { name: '$session_duration', sql: DURATION },
    { name: '$urls', sql: 'arraySort(groupUniqArray(properties.$current_url))' },
    { name: '$num_uniq_urls', sql: 'uniqExact(properties.$current_url)' },
    { name: '$entry_current_url', sql: ENTRY_URL },
    { name: '$entry_pathname', sql: `path(${ENTRY_URL})` },
    { name: '$entry_hostname', sql: `domain(${ENTRY_URL})` },
    { name: '$end_current_url', sql: END_URL },
    { name: '$end_pathname', sql: `path(${END_URL})` },
    { name: '$end_hostname', sql: `domain(${END_URL})` },
    { name: '$entry_referring_domain', sql: 'argMin(properties.$referring_domain, timestamp)' },
    ...['utm_source', 'utm_campaign', 'utm_medium', 'utm_term', 'utm_content'].map(entryProperty),
    { name: '$pageview_count', sql: PAGEVIEWS },
    { name: '$autocapture_count', sql: AUTOCAPTURES },
    { name: '$screen_count', sql: SCREENS },
    {
      // Unknown without a page, screen or autocapture; else true for one short look without a click.
      name: '$is_bounce',
      sql: `if(${PAGEVIEWS} + ${SCREENS} + ${AUTOCAPTURES} = 0, null,
        toBool(${PAGEVIEWS} + ${SCREENS} <= 1 and ${AUTOCAPTURES} = 0 and ${DURATION} < bounce_seconds))`,
    },
    ...further({
      id: '$session_id',
      session_id_v7: 'toUInt128(toUUID($session_id))',
      duration: DURATION,
      max_inserted_at: 'max(created_at)',
      $vitals_lcp: 'min(toFloat(properties.$web_vitals_LCP_value))',
      $exit_current_url: END_URL,
      $exit_pathname: `path(${END_URL})`,
      $last_external_click_url: 'argMax(properties.$external_click_url, timestamp)',
      $channel_type: { computed: 'channel' },
    }),
    ...['gclid', 'fbclid', 'msclkid', 'gad_source'].map(
      (name): DerivedColumnDefinition => ({ ...entryProperty(name), hidden: true }),
    ),
  ],
};
