import { END_DAY } from './customer-events.ts';

/** A question about one customer, as each contestant is asked it. All answer the same rows of the same cells. */
export interface LookupQuestion {
  /** Also the name of its endpoint. */
  readonly name: string;
  /** With `{variables.customer}`. */
  readonly hogql: string;
  /** For the engine, over the rows of the lookup, with `{customer:String}`. */
  byHand(lookup: number): string;
  /** With `$1`. */
  readonly postgres: string;
  /** With `$1`. */
  readonly duckdb: string;
}

/** How a dialect says what the questions are made of. */
interface Words {
  readonly from: string;
  readonly customer: string;
  readonly day: string;
  readonly time: string;
  readonly feature: string;
  readonly units: string;
  readonly count: string;
  readonly persons: string;
}

type MakeText = (words: Words) => string;

const HOGQL: Words = {
  from: 'events WHERE',
  customer: 'properties.customer_id = {variables.customer}',
  day: 'toDate(timestamp)',
  time: 'timestamp',
  feature: 'properties.feature',
  units: 'properties.units',
  count: 'count()',
  persons: 'count(DISTINCT person_id)',
};

const POSTGRES: Words = {
  from: 'events WHERE',
  customer: `properties->>'customer_id' = $1`,
  day: 'timestamp::date',
  time: `to_char(timestamp, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  feature: `properties->>'feature'`,
  units: `(properties->>'units')::float8`,
  count: 'count(*)',
  persons: 'count(DISTINCT person_id)',
};

const DUCKDB: Words = {
  from: 'events WHERE',
  customer: 'customer_id = $1',
  day: 'timestamp::date',
  time: `strftime(timestamp, '%Y-%m-%dT%H:%M:%S.%fZ')`,
  feature: 'feature',
  units: 'units',
  count: 'count(*)',
  persons: 'count(DISTINCT person_id)',
};

const byHandWords = (lookup: number): Words => ({
  from: `app.lookups WHERE project_id = 1 AND lookup = ${lookup} AND`,
  customer: 'value = {customer:String}',
  day: 'toDate(timestamp)',
  time: 'timestamp',
  feature: `JSONExtractString(properties, 'feature')`,
  units: `JSONExtractFloat(properties, 'units')`,
  count: 'count()',
  persons: 'uniqExact(person_id)',
});

export const LOOKUP_QUESTIONS: readonly LookupQuestion[] = [
  question('usage_7_days', usage(7)),
  question('usage_30_days', usage(30)),
  question('usage_all', usage(null)),
  question(
    'last_100_events',
    ({ from, customer, time, feature, units }) =>
      `SELECT ${time} AS at, event, distinct_id, ${feature} AS feature, ${units} AS units FROM ${from} ${customer}
        ORDER BY timestamp DESC LIMIT 100`,
  ),
  question(
    'top_features',
    ({ from, customer, feature, units, count }) =>
      `SELECT ${feature} AS feature, ${count} AS calls, sum(${units}) AS units FROM ${from} ${customer}
        AND event = 'api_call'${since(30)} GROUP BY 1 ORDER BY calls DESC, feature LIMIT 10`,
  ),
  question(
    'users_by_day',
    ({ from, customer, day, persons }) =>
      `SELECT ${day} AS day, ${persons} AS users FROM ${from} ${customer}${since(30)} GROUP BY 1 ORDER BY day`,
  ),
];

function question(name: string, text: MakeText): LookupQuestion {
  return {
    name,
    hogql: text(HOGQL),
    byHand: (lookup) => text(byHandWords(lookup)),
    postgres: text(POSTGRES),
    duckdb: text(DUCKDB),
  };
}

/** Events and a sum by day. @param days null = of all time */
function usage(days: number | null): MakeText {
  return ({ from, customer, day, units, count }) =>
    `SELECT ${day} AS day, ${count} AS events, sum(${units}) AS units FROM ${from} ${customer}${since(days)}
      GROUP BY 1 ORDER BY day`;
}

function since(days: number | null): string {
  if (days === null) return '';
  const first = new Date(Date.parse(END_DAY) - days * 86_400_000).toISOString().slice(0, 10);
  return ` AND timestamp >= '${first} 00:00:00'`;
}
