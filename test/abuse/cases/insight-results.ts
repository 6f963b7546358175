import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

const HOURS = 958;
const FROM = '2024-01-01';
/** 40 days less two hours. */
const TO = '2024-02-09 21:59:59';

/** Runs an insight as an endpoint, computed anew each time. */
async function ask({ call }: AbusedService, name: string, format = 'json'): Promise<Answered> {
  return call('POST', `endpoints/${name}/run?format=${format}`, { body: { refresh: 'force_blocking' } });
}

const SERIES = { kind: 'EventsNode', event: 'tick' } as const;
const BREAKDOWN = { breakdown: 'value', breakdown_type: 'event', breakdown_limit: 1000 } as const;
const RANGE = { date_from: FROM, date_to: TO } as const;

const HOURLY = { interval: 'hour', dateRange: RANGE, series: [SERIES] } as const;
/** One day less than 10,000 minutes. */
const MINUTELY = {
  interval: 'minute',
  dateRange: { date_from: FROM, date_to: '2024-01-06 22:39:59' },
} as const;
const TRENDS = { kind: 'TrendsQuery', ...HOURLY, breakdownFilter: BREAKDOWN } as const;
const SIGNS = Array.from({ length: 400 }, () => 'A').join('+');

const QUERIES = {
  'trends-small': { ...TRENDS, breakdownFilter: { ...BREAKDOWN, breakdown_limit: 120 } },
  trends: TRENDS,
  formula: { ...TRENDS, trendsFilter: { formula: SIGNS } },
  minutes: { kind: 'TrendsQuery', ...MINUTELY, series: [SERIES] },
  lifecycle: { kind: 'LifecycleQuery', ...MINUTELY, series: [SERIES] },
  stickiness: { kind: 'StickinessQuery', ...MINUTELY, series: [SERIES] },
  retention: {
    kind: 'RetentionQuery',
    dateRange: { date_from: FROM, date_to: '2024-01-04 23:59:59' },
    breakdownFilter: { ...BREAKDOWN, breakdown_limit: 100 },
    retentionFilter: {
      period: 'Hour',
      totalIntervals: 96,
      targetEntity: { id: 'tick', type: 'events' },
      returningEntity: { id: 'tick', type: 'events' },
    },
  },
  funnel: {
    kind: 'FunnelsQuery',
    ...HOURLY,
    series: [SERIES, SERIES],
    breakdownFilter: BREAKDOWN,
    funnelsFilter: { funnelVizType: 'trends' },
  },
} as const;

export const table: AbuseTable = {
  title: 'results of insights',
  prepare: async ({ call, execute }) => {
    await execute(
      `INSERT INTO app.events (project_id, uuid, event, distinct_id, person_id, timestamp, properties)
       SELECT 1, generateUUIDv4(), 'tick', toString(number), generateUUIDv4(),
         toDateTime64('${FROM} 00:00:00', 6, 'UTC') + toIntervalMinute(number * 7 % ${HOURS * 60}),
         concat('{"value":"value-', toString(number % 1200), '"}')
       FROM numbers(100000)`,
    );
    for (const [name, query] of Object.entries(QUERIES)) {
      const made = await call('POST', 'endpoints', {
        body: { name, query, limits: { timeout_seconds: 60 } },
      });
      if (made.status !== 201) throw new Error(made.text);
    }
    await call('PATCH', 'endpoints/trends/', { body: { is_materialized: true } });
  },
  cases: [
    {
      name: 'trends: 115,000 numbers',
      send: (service) => ask(service, 'trends-small'),
      expected: { status: 200 },
    },
    {
      name: 'trends: 9,000 buckets',
      send: (service) => ask(service, 'minutes'),
      expected: { status: 200 },
    },
    {
      name: 'lifecycle: 9,000 buckets',
      send: (service) => ask(service, 'lifecycle'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'stickiness: 9,000 periods',
      send: (service) => ask(service, 'stickiness'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'trends: 958,958 numbers',
      send: (service) => ask(service, 'trends'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'trends: 958,958 numbers as csv',
      send: (service) => ask(service, 'trends', 'csv'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'trends: a formula of 799 signs over 958,958 numbers',
      send: (service) => ask(service, 'formula'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'retention: 930,816 numbers',
      send: (service) => ask(service, 'retention'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'a funnel over time: 958,958 numbers',
      send: (service) => ask(service, 'funnel'),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'building a snapshot of 958,958 numbers',
      send: ({ call }) => call('POST', 'endpoints/trends/materialize?wait=true'),
      expected: { status: 202 },
      deepOnly: true,
    },
    {
      name: 'reading a snapshot of 958,958 numbers',
      send: async ({ call }) => call('POST', 'endpoints/trends/run', { body: { refresh: 'force' } }),
      expected: { status: 200 },
      deepOnly: true,
    },
  ],
};
