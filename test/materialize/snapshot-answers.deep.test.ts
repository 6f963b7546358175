import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { expectSameAnswer, materialize, sql } from './snapshot-lab.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const batch = Array.from({ length: 40 }, (_, at) => ({
    event: at % 2 === 0 ? 'viewed' : 'paid',
    distinct_id: `person-${at % 7}`,
    timestamp: `2026-01-0${1 + (at % 6)}T0${at % 9}:00:00.5Z`,
    properties: { price: at / 3, plan: at % 3 === 0 ? null : `plan ${at % 3}` },
  }));
  await service.capture(batch);
  service.setNow('2026-01-07T12:00:00Z');
});
afterAll(() => service.close());

const VIEWED = { kind: 'EventsNode', event: 'viewed' };
const PAID = { kind: 'EventsNode', event: 'paid' };
const NEVER = { kind: 'EventsNode', event: 'never' };
const BY_PLAN = { breakdownFilter: { breakdown: 'plan' } };
const COMPARED = { compareFilter: { compare: true } };
const RATIO = { trendsFilter: { formula: 'A/B' } };
const WEEK = { dateRange: { date_from: '-7d' } };
const PRICES = [{ ...PAID, math: 'p90', math_property: 'price' }];
const shown = (display: string) => ({ trendsFilter: { display } });
const trends = (series: readonly object[], ...options: object[]) =>
  Object.assign({ kind: 'TrendsQuery', series, ...WEEK }, ...options);
const funnel = (series: readonly object[], ...options: object[]) =>
  Object.assign({ kind: 'FunnelsQuery', series, ...WEEK }, ...options);

test.each<[string, object]>([
  ['trends compared', trends([VIEWED, PAID], COMPARED)],
  ['a formula', trends([VIEWED, PAID], RATIO)],
  ['a formula with a breakdown', trends([VIEWED, PAID], RATIO, BY_PLAN)],
  ['a breakdown compared', trends([VIEWED], BY_PLAN, COMPARED)],
  ['one number', trends([VIEWED], shown('BoldNumber'))],
  ['a pie', trends([{ ...VIEWED, math: 'dau' }], shown('ActionsPie'), BY_PLAN)],
  ['percentiles', trends(PRICES)],
  ['a running total', trends([VIEWED], shown('ActionsLineGraphCumulative'))],
  ['hours', trends([VIEWED], { interval: 'hour', dateRange: { date_from: '-24h' } })],
  ['no events', trends([NEVER], BY_PLAN)],
  ['a funnel with a breakdown', funnel([VIEWED, PAID], BY_PLAN)],
  ['a funnel over time', funnel([VIEWED, PAID], { funnelsFilter: { funnelVizType: 'trends' } })],
  ['a funnel in any order', funnel([VIEWED, PAID], { funnelsFilter: { funnelOrderType: 'unordered' } })],
  ['a funnel of no events', funnel([NEVER, PAID])],
  [
    'all trends',
    trends([VIEWED, { ...PAID, math: 'avg', math_property: 'price' }], { dateRange: { date_from: 'all' } }),
  ],
  ['a funnel', funnel([VIEWED, PAID])],
  ['stickiness compared', { kind: 'StickinessQuery', series: [VIEWED, PAID], ...WEEK, ...COMPARED }],
])('the snapshot of %s answers what a direct run answers', async (title, query) => {
  const name = title.replaceAll(' ', '-');
  await materialize(service, name, query);
  await expectSameAnswer(service, name);
});

const MOMENT = "toDateTime('2026-01-01 00:00:00')";
const PRECISE = "toDateTime64('2026-01-01 00:00:00.123456', 6)";
const ID = "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')";
const LARGE = '18446744073709551615';

/** Values at the borders of their types, alone and inside of others. */
const VALUES = [
  '1/0, -1/0, 0/0, [0/0, 1/0], (0/0, 1), 1e300, 5e-324, -0.0',
  `${LARGE}, [${LARGE}], (${LARGE}, 1), map('x', ${LARGE}), 340282366920938463463374607431768211455`,
  `${MOMENT}, [${MOMENT}], (${MOMENT}, 1), map('t', ${MOMENT}), toTimeZone(timestamp, 'America/New_York')`,
  `${PRECISE}, [${PRECISE}], nullIf(${PRECISE}, ${PRECISE}), map(timestamp, 1), toStartOfMonth(timestamp)`,
  "toDateTime64('1900-01-01 00:00:00', 3), toDateTime64('2299-12-31 23:59:59.999', 3), toDate('2149-06-06')",
  `${ID}, [${ID}], (${ID}, 1), map('u', ${ID}), map(uuid, 1), if(true, null, ${ID})`,
  '[toDecimal(1.5, 4)], (toDecimal(1.5, 4), 1), toDecimal(1.5, 18), if(true, null, toDecimal(1.5, 3))',
  "[map('a', 1)], map('a', map('b', 1)), map(1, [1, null]), map(true, 1), map(1.5, 1), (1, (2, (3, null)))",
  "'', 'a\\0b', unhex('ff00fe'), repeat('x', 100000), properties, person.properties",
  'null, [null], [[null, 1]], [], map(), [interval 1 day], (interval 1 day, 1), (true, null), 1 as a, 2 as b',
];
const CASES = VALUES.flatMap((values) => [
  ['UTC', values],
  ['Asia/Kathmandu', values],
]);

test.each(CASES)('in %s the snapshot answers %s as a direct run does', async (timezone, values) => {
  await service.call('PATCH', '/api/projects/1/', { body: { timezone } });
  const name = `values-${CASES.findIndex((each) => each[0] === timezone && each[1] === values)}`;
  await materialize(service, name, sql(`select ${values} from events order by timestamp, uuid`));
  await expectSameAnswer(service, name);
  await expectSameAnswer(service, name, { limit: 2, offset: 3 });
  const read = async (query: string) => (await service.call('GET', `endpoints/${name}/run?${query}`)).text;
  for (const format of ['csv', 'ndjson'])
    expect(await read(`format=${format}&refresh=force`)).toBe(await read(`format=${format}&refresh=direct`));
});
