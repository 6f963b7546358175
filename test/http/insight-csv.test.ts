import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';
import { materialize } from '../materialize/snapshot-lab.ts';

const NOW = '2026-01-08T12:00:00Z';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const plans = ['pro', '=1+1', 'a "b", c\n', null];
  const batch = plans.flatMap((plan, person) =>
    ['visit', 'pay', 'visit'].map((event, place) => ({
      event,
      distinct_id: `person-${person}`,
      timestamp: `2026-01-0${4 + person}T10:1${place}:00Z`,
      properties: { plan, amount: place / 2 },
    })),
  );
  await service.capture(batch);
  service.setNow(NOW);
  for (const [name, { query }] of Object.entries(CASES)) await make(name, query);
});
afterAll(() => service?.close());

const csvOf = (name: string, parameters = ''): Promise<TestAnswer> =>
  service.call('GET', `endpoints/${name}/run?format=csv${parameters}`);

async function make(name: string, query: object): Promise<void> {
  const made = await service.call('POST', 'endpoints', { body: { name, query } });
  expect(made.status, made.text).toBe(201);
}

type Members = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly unknown[]>>;

/** Reads a member of a result by the column that shows it; a list of one is its value. */
function cell(result: Members, column: string): unknown {
  const value = result[column];
  if (!Array.isArray(value)) return value;
  return value.length === 1 ? value[0] : JSON.stringify(value);
}

/** A row for each item of the lists of a result: the members, then the items. */
const spread =
  (members: readonly string[], lists: readonly string[]) => (results: readonly (Members & Lists)[]) =>
    results.flatMap((result) =>
      (result[lists[0] ?? ''] as readonly unknown[]).map((_, place) => [
        ...members.map((member) => cell(result, member)),
        ...lists.map((list) => result[list]?.[place]),
      ]),
    );
const each = (members: readonly string[]) => (results: readonly Members[]) =>
  results.map((result) => members.map((member) => cell(result, member)));

/** The csv text of rows, by other means than the service's. */
function text(header: string, rows: readonly (readonly unknown[])[]): string {
  const lines = rows.map((row) =>
    row
      .map((value) => (typeof value === 'string' ? `"${value.split('"').join('""')}"` : String(value ?? '')))
      .join(','),
  );
  return [header.replace(/\w+/g, '"$&"'), ...lines, ''].join('\r\n');
}

const VISIT = { kind: 'EventsNode', event: 'visit' };
const PAY = { kind: 'EventsNode', event: 'pay' };
const BREAKDOWN = { breakdownFilter: { breakdown: 'plan', breakdown_limit: 3 } };
const FUNNEL = { kind: 'FunnelsQuery', series: [VISIT, PAY] };
const VALUE = ['breakdown_value', 'breakdown_is_other'];
const TRENDS_HEADER = 'order,label,breakdown_value,breakdown_is_other,compare_label,bucket,value';
const TRENDS_MEMBERS = ['order', 'label', ...VALUE, 'compare_label'];
const STEP_MEMBERS = [
  'order',
  'name',
  'custom_name',
  'count',
  'average_conversion_time',
  'median_conversion_time',
];

interface Case {
  readonly query: Members;
  readonly header: string;
  // biome-ignore lint/suspicious/noExplicitAny: `results` of an answer, looked into freely.
  readonly rows: (results: any) => readonly (readonly unknown[])[];
}

const CASES: Readonly<Record<string, Case>> = {
  trends: {
    query: { kind: 'TrendsQuery', series: [VISIT, PAY], compareFilter: { compare: true }, ...BREAKDOWN },
    header: TRENDS_HEADER,
    rows: spread(TRENDS_MEMBERS, ['days', 'data']),
  },
  'trends-by-hour': {
    query: { kind: 'TrendsQuery', series: [VISIT], interval: 'hour', dateRange: { date_from: '-2d' } },
    header: TRENDS_HEADER,
    rows: spread(TRENDS_MEMBERS, ['days', 'data']),
  },
  'trends-total': {
    query: { kind: 'TrendsQuery', series: [VISIT], trendsFilter: { display: 'ActionsTable' }, ...BREAKDOWN },
    header: TRENDS_HEADER,
    rows: each([...TRENDS_MEMBERS, 'no bucket', 'aggregated_value']),
  },
  funnel: {
    query: { ...FUNNEL, ...BREAKDOWN },
    header: [...VALUE, ...STEP_MEMBERS].join(),
    rows: (results) => each([...VALUE, ...STEP_MEMBERS])(results.flat()),
  },
  'funnel-time': {
    query: { ...FUNNEL, funnelsFilter: { funnelVizType: 'time_to_convert' } },
    header: 'bin_start,count',
    rows: (results) => results.bins,
  },
  'funnel-trends': {
    query: { ...FUNNEL, ...BREAKDOWN, funnelsFilter: { funnelVizType: 'trends' } },
    header: 'breakdown_value,breakdown_is_other,bucket,conversion_rate',
    rows: spread(VALUE, ['days', 'data']),
  },
  retention: {
    query: {
      kind: 'RetentionQuery',
      retentionFilter: {
        period: 'Day',
        totalIntervals: 3,
        targetEntity: { id: 'visit', type: 'events' },
        returningEntity: { id: 'pay', type: 'events' },
        aggregationType: 'sum',
        aggregationProperty: 'amount',
      },
    },
    header:
      'breakdown_value,breakdown_is_other,date,cohort_size,interval,interval_label,count,aggregation_value',
    rows: (results: readonly (Members & { values: readonly Members[] })[]) =>
      results.flatMap(({ values, ...row }) =>
        values.map(({ count, label, aggregation_value: amount }, interval) => [
          ...VALUE.map((member) => cell(row, member)),
          row['date'],
          values[0]?.['count'],
          interval,
          label,
          count,
          amount,
        ]),
      ),
  },
  lifecycle: {
    query: { kind: 'LifecycleQuery', series: [VISIT] },
    header: 'label,status,bucket,value',
    rows: spread(['label', 'status'], ['days', 'data']),
  },
  stickiness: {
    query: { kind: 'StickinessQuery', series: [VISIT], compareFilter: { compare: true } },
    header: 'order,label,compare_label,interval_count,value',
    rows: (results: readonly (Members & Lists)[]) =>
      spread(['label', 'compare_label'], ['days', 'data'])(results).map((row) => [0, ...row]),
  },
  paths: {
    query: { kind: 'PathsQuery', pathsFilter: {} },
    header: 'source,target,value,average_conversion_time',
    rows: each(['source', 'target', 'value', 'average_conversion_time']),
  },
};

test.each(Object.entries(CASES))('%s: csv is the JSON answer, flattened', async (name, { header, rows }) => {
  const json = await service.call('GET', `endpoints/${name}/run`);
  const expected = rows(json.json.results);
  expect(expected.length).toBeGreaterThan(1);
  const csv = await csvOf(name);
  expect(csv.text).toBe(text(header, expected));
  const again = await service.call('POST', `endpoints/${name}/run`, { headers: { accept: 'text/csv' } });
  expect(again.text).toBe(csv.text);
  expect(again.headers['cache-status']).toMatch(/^Sluice; hit; ttl=\d+$/);
});

test.each(['trends-total', 'funnel-time', 'retention'])('%s: csv out of a snapshot', async (name) => {
  const stored = `${name}-stored`;
  await materialize(service, stored, CASES[name]?.query ?? {});
  const computed = await csvOf(name);
  for (const _ of ['read', 'in memory']) {
    const csv = await csvOf(stored);
    expect(csv.headers['cache-status']).toMatch(/; detail=snapshot$/);
    expect(csv.text).toBe(computed.text);
  }
});

describe('csv of an insight', () => {
  test('is kept beside JSON, and known by its ETag', async () => {
    await make('kept', { kind: 'TrendsQuery', series: [VISIT] });
    const json = await service.call('GET', 'endpoints/kept/run');
    const first = await csvOf('kept');
    expect(first.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="kept.csv"',
      'cache-status': 'Sluice; fwd=miss; stored',
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      vary: 'Authorization, Accept, Accept-Encoding, Origin',
    });
    expect(first.headers['etag']).not.toBe(json.headers['etag']);
    const second = await csvOf('kept');
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({
      'cache-status': expect.stringMatching(/^Sluice; hit; ttl=/),
      'content-type': 'text/csv; charset=utf-8; header=present',
      etag: first.headers['etag'],
    });
    const conditional = (etag: unknown) =>
      service.call('GET', 'endpoints/kept/run?format=csv', { headers: { 'if-none-match': String(etag) } });
    expect(await conditional(first.headers['etag'])).toMatchObject({ status: 304, text: '' });
    expect(await conditional(json.headers['etag'])).toMatchObject({ status: 200, text: first.text });
    expect((await service.call('GET', 'endpoints/kept/run')).json).toMatchObject({
      served_from: 'cache',
      results: json.json.results,
    });
  });

  test('is computed anew by force, and follows new events', async () => {
    await make('forced', {
      kind: 'TrendsQuery',
      series: [{ ...VISIT, event: 'late' }],
      dateRange: { date_from: '-0d' },
    });
    const before = await csvOf('forced');
    const batch = [{ event: 'late', distinct_id: 'x', timestamp: '2026-01-08T01:00:00Z' }];
    await service.capture(batch);
    expect((await csvOf('forced')).text).toBe(before.text);
    const after = await csvOf('forced', '&refresh=force');
    expect(after.headers).toMatchObject({
      'cache-status': 'Sluice; fwd=request; stored',
      'cache-control': 'no-store',
    });
    expect(after.text).toBe(before.text.replace(/,0\r\n$/, ',1\r\n'));
    expect((await csvOf('forced')).text).toBe(after.text);
  });

  test('has the shape of the query that a call makes of it', async () => {
    await make('changed', { kind: 'FunnelsQuery', series: [VISIT, PAY] });
    const body = { query_override: { funnelsFilter: { funnelVizType: 'time_to_convert' } } };
    const answer = await service.call('POST', 'endpoints/changed/run?format=csv', { body });
    expect(answer.text.split('\r\n')[0]).toBe('"bin_start","count"');
  });

  test.each(['ndjson', 'arrow', 'parquet'])('but there is no %s', async (format) => {
    const answer = await service.call('GET', `endpoints/trends/run?format=${format}`);
    expect(answer).toMatchObject({ status: 406, json: { code: 'not_acceptable', attr: 'format' } });
    expect(answer.json.detail).toContain('it has json, csv.');
  });

  test('and no place for debug', async () => {
    const answer = await service.call('POST', 'endpoints/trends/run?format=csv', { body: { debug: true } });
    expect(answer).toMatchObject({ status: 400, json: { code: 'combination_not_allowed', attr: 'debug' } });
  });
});
