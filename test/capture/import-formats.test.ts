import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportFormat } from '../../src/schema/import.ts';
import { type ImportMapping, importMappingSchema } from '../../src/schema/import-mapping.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { addProject } from '../store/add-project.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { rejectedIn } from './import-fixture.ts';

// One file of each format: what its rows become. The expected events follow from the documentation of the formats.
// [CAP-7.1].

let capture: CaptureFixture;
let projects = 0;
beforeAll(async () => {
  capture = await startCapture();
});
afterAll(() => capture.close());

interface ImportedFile {
  readonly format: ImportFormat;
  readonly mapping?: ImportMapping;
  readonly content: string;
}

/** Imports a file twice into a new project: [first counts, second counts], events in order of time, persons. */
async function importTwice({ format, mapping = undefined, content }: ImportedFile) {
  const file = path.join(capture.folder, 'file');
  writeFileSync(file, content);
  return importPathTwice(format, file, mapping ?? null);
}

async function importPathTwice(format: ImportFormat, file: string, mapping: ImportMapping | null) {
  projects += 1;
  const { id } = await addProject(capture.services.database, `slc_${projects}`);
  const run = () => importFile(capture.services, { projectId: id, path: file, format, mapping });
  const [first, second] = [await run(), await run()];
  const events = await capture.rows(`SELECT event, distinct_id, toString(timestamp), properties
    FROM app.events WHERE project_id = ${id} ORDER BY timestamp`);
  const persons = await capture.rows(
    `SELECT properties FROM app.persons FINAL WHERE project_id = ${id} AND properties != '{}' ORDER BY properties`,
  );
  return {
    first: [first.inserted, first.duplicate, first.rejected],
    second: [second.inserted, second.duplicate, second.rejected],
    events: events.map(([event, distinctId, at, json]) => [event, distinctId, at, JSON.parse(String(json))]),
    persons: persons.map(([json]) => JSON.parse(String(json))),
  };
}

const asLines = (rows: readonly unknown[]) =>
  `${rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')}\n`;

test('mixpanel', async () => {
  const at = (more: object) => ({ event: 'Signed up', properties: { distinct_id: 'ada', ...more } });
  const imported = await importTwice({
    format: 'mixpanel',
    content: asLines([
      at({ time: 1748772000, $insert_id: 'i1', plan: 'pro', nested: { a: [1, 'x/y'] } }),
      at({ time: 1748772001123, $insert_id: 'i2' }),
      at({ time: 1748772000, $insert_id: 'i1', plan: 'repeated' }),
      '{"event":',
      { event: '', properties: { distinct_id: 'ada', time: 1 } },
    ]),
  });
  expect(imported).toEqual({
    first: [2, 1, 2],
    second: [0, 3, 2],
    events: [
      ['Signed up', 'ada', '2025-06-01 10:00:00.000000', { plan: 'pro', nested: { a: [1, 'x/y'] } }],
      ['Signed up', 'ada', '2025-06-01 10:00:01.123000', {}],
    ],
    persons: [],
  });
});

test('amplitude', async () => {
  const imported = await importTwice({
    format: 'amplitude',
    content: asLines([
      {
        event_type: 'Bought',
        event_time: '2025-06-01 10:00:00.123000',
        user_id: 'ada',
        device_id: 'd1',
        $insert_id: 'i1',
        event_properties: { price: 9.5 },
        user_properties: { plan: 'pro' },
        groups: {},
        city: 'Paris',
        country: null,
      },
      {
        event_type: 'Looked',
        event_time: '2025-06-01 11:00:00',
        user_id: null,
        device_id: 'd2',
        insert_id: 'i2',
        event_properties: {},
        groups: { company: ['acme', 'other'] },
      },
    ]),
  });
  expect(imported).toEqual({
    first: [2, 0, 0],
    second: [0, 2, 0],
    events: [
      ['Bought', 'ada', '2025-06-01 10:00:00.123000', { price: 9.5, $device_id: 'd1', city: 'Paris' }],
      ['Looked', 'd2', '2025-06-01 11:00:00.000000', { $device_id: 'd2', $groups: { company: 'acme' } }],
    ],
    persons: [{ plan: 'pro' }],
  });
});

test('segment', async () => {
  const call = (second: number, more: object) => ({
    messageId: `m${second}`,
    timestamp: `2025-06-01T10:00:0${second}.000Z`,
    ...more,
  });
  const imported = await importTwice({
    format: 'segment',
    content: asLines([
      call(1, { type: 'track', anonymousId: 'anon', event: 'Bought', properties: { price: 9 } }),
      call(2, { type: 'page', anonymousId: 'anon', name: 'Home', properties: { url: 'https://x/' } }),
      call(3, { type: 'identify', anonymousId: 'anon', userId: 'ada', traits: { plan: 'pro' } }),
      call(4, { type: 'group', userId: 'ada', groupId: 'acme', traits: { seats: 3 } }),
      call(5, { type: 'alias', userId: 'ada', previousId: 'before' }),
    ]),
  });
  expect(imported).toEqual({
    first: [5, 0, 0],
    second: [0, 5, 0],
    events: [
      ['Bought', 'anon', '2025-06-01 10:00:01.000000', { price: 9 }],
      ['$pageview', 'anon', '2025-06-01 10:00:02.000000', { url: 'https://x/', name: 'Home' }],
      [
        '$identify',
        'ada',
        '2025-06-01 10:00:03.000000',
        { $anon_distinct_id: 'anon', $set: { plan: 'pro' } },
      ],
      [
        '$groupidentify',
        'ada',
        '2025-06-01 10:00:04.000000',
        { $group_type: 'group', $group_key: 'acme', $group_set: { seats: 3 } },
      ],
      ['$create_alias', 'ada', '2025-06-01 10:00:05.000000', { alias: 'before' }],
    ],
    persons: [{ plan: 'pro' }],
  });
});

const GA4_ROW = {
  event_name: 'purchase',
  event_timestamp: '1748772000123456',
  user_pseudo_id: '11.22',
  user_id: null,
  event_params: [
    { key: 'value', value: { string_value: null, int_value: null, float_value: null, double_value: 9.5 } },
    { key: 'items', value: { int_value: '3' } },
    { key: 'page', value: { string_value: '/home' } },
  ],
  user_properties: [{ key: 'plan', value: { string_value: 'pro' } }],
  device: { category: 'mobile' },
};
const GA4_EVENT = [
  'purchase',
  '11.22',
  '2025-06-01 10:00:00.123456',
  { value: 9.5, items: 3, page: '/home', $device_type: 'mobile' },
];

test('ga4 as JSON lines and as Parquet', async () => {
  const content = asLines([GA4_ROW]);
  const imported = await importTwice({ format: 'ga4', content });
  const expected = { first: [1, 0, 0], second: [0, 1, 0], events: [GA4_EVENT], persons: [{ plan: 'pro' }] };
  expect(imported).toEqual(expected);
  const parquet = await writeParquet(`SELECT 'purchase' AS event_name, 1748772000123456 AS event_timestamp,
    '11.22' AS user_pseudo_id, CAST(NULL, 'Nullable(String)') AS user_id,
    CAST([('value', (NULL, NULL, 9.5)), ('items', (NULL, 3, NULL)), ('page', ('/home', NULL, NULL))],
      'Array(Tuple(key String, value Tuple(string_value Nullable(String), int_value Nullable(Int64),
        double_value Nullable(Float64))))') AS event_params,
    CAST([('plan', tuple('pro'))], 'Array(Tuple(key String, value Tuple(string_value Nullable(String))))') AS user_properties,
    CAST(tuple('mobile'), 'Tuple(category String)') AS device`);
  expect(await importPathTwice('ga4', parquet, null)).toEqual(expected);
});

test('an export as Parquet, with its objects in columns of text', async () => {
  const parquet =
    await writeParquet(`SELECT '0190e5b5-7c4b-7a31-9b5e-000000000001' AS uuid, 'e' AS event, 'ada' AS distinct_id,
    toDateTime64('2025-06-01 10:00:00.123456', 6, 'UTC') AS timestamp, '{"a":{"b":1}}' AS properties,
    '{"plan":"pro"}' AS person_properties`);
  expect(await importPathTwice('posthog', parquet, null)).toEqual({
    first: [1, 0, 0],
    second: [0, 1, 0],
    events: [['e', 'ada', '2025-06-01 10:00:00.123456', { a: { b: 1 } }]],
    persons: [{ plan: 'pro' }],
  });
});

test('csv by a mapping: cells become numbers where they are written as JSON writes them', async () => {
  const imported = await importTwice({
    format: 'csv',
    mapping: importMappingSchema.parse({
      event: 'action',
      distinct_id: 'user',
      timestamp: 'at',
      person_properties: { mail: 'email' },
      groups: { company: 'org' },
    }),
    content: [
      'action,user,at,price,zip,email,org,active',
      'Bought,7,2025-06-01 10:00:00,9.50,00123,a@x,,true',
      '"Said ""hi"", twice",8,1748772001,1e3,,b@x,acme,no',
      '',
    ].join('\n'),
  });
  expect(imported).toEqual({
    first: [2, 0, 0],
    second: [0, 2, 0],
    events: [
      ['Bought', '7', '2025-06-01 10:00:00.000000', { price: 9.5, zip: '00123', email: 'a@x', active: true }],
      [
        'Said "hi", twice',
        '8',
        '2025-06-01 10:00:01.000000',
        { price: '1e3', email: 'b@x', org: 'acme', active: 'no', $groups: { company: 'acme' } },
      ],
    ],
    persons: [{ mail: 'a@x' }, { mail: 'b@x' }],
  });
});

test('jsonl by a mapping: paths, a constant name, and names that mean something to the engine', async () => {
  const imported = await importTwice({
    format: 'jsonl',
    mapping: importMappingSchema.parse({
      event: { value: "it's {a:String}" },
      distinct_id: 'user.id',
      timestamp: "t'",
      insert_id: 'key',
      properties: { total: 'order.total', "q'": 'seldom' },
    }),
    content: asLines([
      { user: { id: 12 }, "t'": '2025-06-01T10:00:00Z', key: 1, order: { total: 5 } },
      { user: { id: 12 }, "t'": '2025-06-01T10:00:00Z', key: 1, order: { total: 6 } },
      { user: {}, "t'": '2025-06-01T10:00:00Z', key: 2, seldom: null },
    ]),
  });
  expect(imported).toEqual({
    first: [1, 1, 1],
    second: [0, 2, 1],
    events: [["it's {a:String}", '12', '2025-06-01 10:00:00.000000', { total: 5 }]],
    persons: [],
  });
});

const NO_TIME = ['', null, 'yesterday', 'June 2025', '2025-02-30 10:00:00', '99999999999999'];
const NO_TIME_REASONS = [
  'missing_timestamp',
  'missing_timestamp',
  ...Array(3).fill('timestamp_unreadable'),
  'timestamp_out_of_range',
];
const MAPPED = importMappingSchema.parse({ event: 'what', distinct_id: 'who', timestamp: 'at' });

test.each<readonly [ImportFormat, ImportMapping | null, (time: unknown) => unknown]>([
  ['posthog', null, (timestamp) => ({ event: 'e', distinct_id: 'a', timestamp })],
  ['jsonl', MAPPED, (at) => ({ what: 'e', who: 'a', at })],
  ['csv', MAPPED, (at) => `e,a,${at ?? ''}`],
  ['mixpanel', null, (time) => ({ event: 'e', properties: { distinct_id: 'a', time } })],
  ['amplitude', null, (event_time) => ({ event_type: 'e', user_id: 'a', event_time })],
  ['segment', null, (timestamp) => ({ type: 'track', event: 'e', userId: 'a', timestamp })],
  ['ga4', null, (event_timestamp) => ({ event_name: 'e', user_id: 'a', event_timestamp })],
])('%s: no row is dated by the import', async (format, mapping, row) => {
  const times = [1748772000, ...NO_TIME];
  const content = asLines([...(format === 'csv' ? ['what,who,at'] : []), ...times.map(row)]);
  const [projectId, file] = await newFile(content);
  const order = { projectId, path: file, format, mapping };
  const dry = await importFile(capture.services, { ...order, isDryRun: true });
  const failing = importFile(capture.services, { ...order, onError: 'fail' });
  await expect(failing).rejects.toThrow('Row 2 is not an event: missing_timestamp.');
  const real = await importFile(capture.services, order);
  for (const { inserted, rejected } of [dry, real]) expect([inserted, rejected]).toEqual([1, NO_TIME.length]);
  expect(rejectedIn(`${file}.rejected.jsonl`).map(({ row_number, reason }) => [row_number, reason])).toEqual(
    NO_TIME_REASONS.map((reason, index) => [index + 2, reason]),
  );
  expect(
    await capture.rows(`SELECT toString(timestamp) FROM app.events WHERE project_id = ${projectId}`),
  ).toEqual([['2025-06-01 10:00:00.000000']]);
});

test('a table without a mapping and without a column of the time is refused', async () => {
  const parquet = await writeParquet(`SELECT 'e' AS event, 'a' AS distinct_id, '{}' AS properties`);
  const refused = 'Row 1 is not an event: missing_timestamp. It has no "timestamp".';
  await expect(importPathTwice('posthog', parquet, null)).rejects.toThrow(refused);
  const csv = { format: 'csv', content: 'event,distinct_id,Timestamp\ne,a,2025-06-01T10:00:00Z\n' } as const;
  await expect(importTwice(csv)).rejects.toThrow(refused);
});

const ORDERS = { order: { kind: 'e', total: null }, who: 'a', at: 1748772000 };
const ORDERS_MAPPING = { event: 'order.kind', distinct_id: 'who', timestamp: 'at' };

test.each<readonly [string, object, readonly string[]]>([
  ['time', { timestamp: 'At_' }, ['timestamp names "At_", which no row of the file has. Did you mean "at"?']],
  ['id', { insert_id: 'key' }, ['insert_id names "key", which no row of the file has.']],
  ['a member', { event: 'order.kin' }, ['event names "order.kin"', 'Did you mean "order.kind"?']],
  ['an object', { event: 'ordr.kind' }, ['event names "ordr.kind"', 'no row of the file has.']],
  ['a property', { properties: { sum: 'order.totl' } }, ['properties.sum names', '"order.total"?']],
  ['of a person', { person_properties: ['whom'] }, ['person_properties names "whom"', '"who"?']],
  ['a group', { groups: { "it's": "{k_0:String}'" } }, [`groups.it's names "{k_0:String}'"`]],
  ['two', { groups: { a: 'x', b: 'y' }, timestamp: 'z' }, ['groups.a', 'groups.b', 'timestamp names']],
])(
  'a mapping that names a column which is not there is refused before the first row: %s',
  async (...args) => {
    const [, wrong, sentences] = args;
    const rows = Array.from({ length: 1200 }, (_, row) => ({
      ...ORDERS,
      ...(row === 1199 && { seldom: 1 }),
    }));
    const [projectId, file] = await newFile(asLines(rows));
    const mapping = importMappingSchema.parse({ properties: ['seldom'], ...ORDERS_MAPPING, ...wrong });
    for (const isDryRun of [true, false]) {
      const order = { projectId, path: file, format: 'jsonl', mapping, isDryRun } as const;
      const failed = await importFile(capture.services, order).catch((error: Error) => error.message);
      for (const sentence of sentences) expect(failed).toContain(sentence);
    }
    expect(await capture.rows(`SELECT count() FROM app.events WHERE project_id = ${projectId}`)).toEqual([
      [0],
    ]);
  },
);

test('a column that is only far below, or null, is there; a file without rows is refused', async () => {
  const rows = Array.from({ length: 1200 }, (_, row) => ({ ...ORDERS, ...(row === 1199 && { seldom: 1 }) }));
  const mapping = importMappingSchema.parse({ ...ORDERS_MAPPING, properties: ['seldom', 'order.total'] });
  expect((await importTwice({ format: 'jsonl', mapping, content: asLines(rows) })).first[2]).toBe(0);
  const empty = importTwice({ format: 'jsonl', mapping, content: '\n' });
  await expect(empty).rejects.toThrow('The file cannot be read as jsonl. It has no rows.');
});

test.each(['csv', 'parquet'] as const)('a wrong column of %s is named with the nearest', async (format) => {
  const csv = 'event,distinct_id,created_at\ne,a,2025-06-01T10:00:00Z\n';
  const file =
    format === 'csv'
      ? (await newFile(csv))[1]
      : await writeParquet(`SELECT 'e' AS event,
    'a' AS distinct_id, CAST(NULL, 'Nullable(String)') AS created_at`);
  const mapping = importMappingSchema.parse({
    event: 'event',
    distinct_id: 'distinct_id',
    timestamp: 'createdat',
  });
  await expect(importPathTwice(format, file, mapping)).rejects.toThrow(
    'The mapping of timestamp names "createdat", which no row of the file has. Did you mean "created_at"?',
  );
});

/** A new project, and a file of its own. */
async function newFile(content: string): Promise<readonly [projectId: number, path: string]> {
  projects += 1;
  const { id } = await addProject(capture.services.database, `slc_${projects}`);
  const file = path.join(capture.folder, `file-${projects}`);
  writeFileSync(file, content);
  return [id, file];
}

/** The rows of a SELECT as a Parquet file. */
async function writeParquet(select: string): Promise<string> {
  const file = path.join(capture.folder, 'file.parquet');
  const { body } = await capture.services.engine.streamCommand(
    { sql: select, parameters: {}, format: 'Parquet' },
    { timeoutMs: 60_000, runId: 'parquet-of-a-test' },
  );
  writeFileSync(file, Buffer.concat(await Array.fromAsync(body)));
  return file;
}
