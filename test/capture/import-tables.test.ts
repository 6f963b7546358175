import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportOrder } from '../../src/adapters/store/import-store.ts';
import { importMappingSchema } from '../../src/schema/import-mapping.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { addProject } from '../store/add-project.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { rejectedIn } from './import-fixture.ts';

// Tables as spreadsheets and databases write them, and what their cells become.
// [CAP-7.9], [CAP-7.10], [CAP-7.11].

let capture: CaptureFixture;
let projects = 0;
beforeAll(async () => {
  capture = await startCapture();
});
afterAll(() => capture.close());

const MAPPING = { event: 'what', distinct_id: 'who', timestamp: 'at' };

/** What a table becomes: name, id, time and properties of each event. */
async function eventsOf(
  content: string | Buffer,
  mapping: object = {},
  order: Partial<ImportOrder> = {},
): Promise<unknown> {
  projects += 1;
  const { id } = await addProject(capture.services.database, `slc_${projects}`);
  const file = path.join(capture.folder, `table-${projects}`);
  writeFileSync(file, content);
  const asked = importMappingSchema.parse({ ...MAPPING, ...mapping });
  const ended = await importFile(capture.services, {
    projectId: id,
    path: file,
    format: 'csv',
    mapping: asked,
    ...order,
  });
  expect([ended.state, ended.rejected]).toEqual(['completed', 0]);
  expect(existsSync(`${file}.rejected.jsonl.utf-8`)).toBe(false);
  const rows = await capture.rows(`SELECT event, distinct_id, toString(timestamp), properties
    FROM app.events WHERE project_id = ${id} ORDER BY timestamp, event`);
  return rows.map(([event, who, at, json]) => [event, who, at, JSON.parse(String(json))]);
}

const TABLE =
  'what,who,at,price\nCafé €,ada,2025-06-01T10:00:00Z,9.5\n"Bought, twice",eve,2025-06-01T11:00:00Z,\n';
const EVENTS = [
  ['Café €', 'ada', '2025-06-01 10:00:00.000000', { price: 9.5 }],
  ['Bought, twice', 'eve', '2025-06-01 11:00:00.000000', {}],
];

/** The table with another delimiter: cells that hold commas stay as they are. */
const delimited = (delimiter: string) =>
  TABLE.replaceAll(/"[^"]*"|,/g, (found) => (found === ',' ? delimiter : found));

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

const TABLES: Readonly<Record<string, string | Buffer>> = {
  commas: TABLE,
  semicolons: delimited(';'),
  tabs: delimited('\t'),
  pipes: delimited('|'),
  'a mark of UTF-8': `\uFEFF${TABLE}`,
  'UTF-16, little end first': Buffer.from(`\uFEFF${TABLE}`, 'utf16le'),
  'UTF-16, big end first': swapped(`\uFEFF${TABLE}`),
  'UTF-16 without a mark': Buffer.from(TABLE, 'utf16le'),
  'UTF-16, packed': gzipSync(Buffer.from(`\uFEFF${delimited('\t')}`, 'utf16le')),
  'the first line of Excel': `sep=;\r\n${delimited(';').replaceAll('\n', '\r\n')}`,
  'empty lines at the end': `${TABLE}\n\n`,
  'no end of the last line': TABLE.trimEnd(),
  'spaces behind commas': TABLE.replace('what,who,at', 'what, who, at').replace(',ada,', ', ada ,'),
};

test.each(Object.entries(TABLES))('%s', async (_, content) => {
  expect(await eventsOf(content)).toEqual(EVENTS);
});

test('an encoding that is named, and a delimiter', async () => {
  const content = Buffer.from(TABLE.replace(' €', ''), 'latin1');
  const [[first]] = (await eventsOf(content, {}, { encoding: 'windows-1252', csvDelimiter: 'comma' })) as [
    [string],
  ];
  expect(first).toBe('Café');
});

test('a text of many pieces is converted as a whole', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `é${index} 😀,u,2025-06-01T10:00:00Z,${index}`);
  const text = `\uFEFFwhat,who,at,price\n${rows.join('\n')}\n`;
  const events = (await eventsOf(Buffer.from(text, 'utf16le'))) as [
    string,
    string,
    string,
    { price: number },
  ][];
  expect(events.length).toBe(3_000);
  expect(events.every(([event, , , { price }]) => event === `é${price} 😀`)).toBe(true);
});

test('JSON lines may be UTF-16 too', async () => {
  const row = { what: 'Café', who: 'ada', at: '2025-06-01T10:00:00Z' };
  const content = Buffer.from(`\uFEFF${JSON.stringify(row)}\n`, 'utf16le');
  expect(await eventsOf(content, {}, { format: 'jsonl' })).toEqual([
    ['Café', 'ada', '2025-06-01 10:00:00.000000', {}],
  ]);
});

test('columns with dots in their names', async () => {
  const content =
    'what,user.id,meta.at,order.price\nBought,ada,2025-06-01T10:00:00Z,9.5\nLooked,eve,2025-06-01T11:00:00Z,\n';
  const own = { distinct_id: 'user.id', timestamp: 'meta.at' };
  const expected = (properties: readonly object[]) => [
    ['Bought', 'ada', '2025-06-01 10:00:00.000000', properties[0]],
    ['Looked', 'eve', '2025-06-01 11:00:00.000000', properties[1]],
  ];
  expect(await eventsOf(content, own)).toEqual(expected([{ 'order.price': 9.5 }, {}]));
  const named = { ...own, properties: { price: 'order.price' } };
  expect(await eventsOf(content, named)).toEqual(expected([{ price: 9.5 }, {}]));
  const line = { what: 'Bought', 'user.id': 'ada', meta: { at: '2025-06-01T10:00:00Z' }, 'order.price': 9.5 };
  expect(await eventsOf(`${JSON.stringify(line)}\n`, named, { format: 'jsonl' })).toEqual([
    expected([{ price: 9.5 }])[0],
  ]);
});

test('numbers with a decimal comma, when the mapping says so', async () => {
  const content = 'what;who;at;price\na;ada;2025-06-01T10:00:00Z;9,5\nb;ada;2025-06-01T11:00:00Z;-1\n';
  const prices = async (decimal: string) => {
    const events = (await eventsOf(content, { decimal })) as [string, string, string, { price: unknown }][];
    return events.map(([, , , { price }]) => price);
  };
  expect(await prices('comma')).toEqual([9.5, -1]);
  expect(await prices('point')).toEqual(['9,5', -1]);
});

// The expected times follow from the order that the mapping names.
test.each([
  ['day_first', '03/04/2025', '2025-04-03 00:00:00.000000'],
  ['month_first', '03/04/2025', '2025-03-04 00:00:00.000000'],
  ['day_first', '3.4.2025 7:05', '2025-04-03 07:05:00.000000'],
  ['month_first', '6/1/2025 3:04:05 PM', '2025-06-01 15:04:05.000000'],
  ['month_first', '6/1/2025 12:30 AM', '2025-06-01 00:30:00.000000'],
  ['day_first', '31-12-2024 23:59:59.5 +02:00', '2024-12-31 21:59:59.500000'],
  ['day_first', '2025-06-01T10:00:00Z', '2025-06-01 10:00:00.000000'],
] as const)('%s: %s', async (timestampFormat, at, time) => {
  const content = `what,who,at\na,ada,${at}\n`;
  expect(await eventsOf(content, { timestamp_format: timestampFormat })).toEqual([['a', 'ada', time, {}]]);
});

test.each([
  ['seconds', '1748772000'],
  ['milliseconds', '1748772000000'],
  ['microseconds', '1748772000000000'],
])('times in %s', async (_, at) => {
  expect(await eventsOf(`what,who,at\na,ada,${at}\n`)).toEqual([
    ['a', 'ada', '2025-06-01 10:00:00.000000', {}],
  ]);
});

test('rejected rows come back as they came, in the order of the file', async () => {
  const lines = [
    '{"what": "a",  "who": "ada", "at": "2025-06-01T10:00:00Z"}',
    '{"what": "",   "who": "\\u00e9/x", "at": "2025-06-01T12:00:00Z"}',
    'no JSON\tat all',
    '',
    '{"what": "b",  "who": "", "at": "2025-06-01T09:00:00Z", "more": [1, {"n": 1.50}]}',
  ];
  expect(await rejectedOf(`${lines.join('\n')}\n`, 'jsonl')).toEqual([
    { row_number: 2, reason: 'missing_event_name', row: lines[1] },
    { row_number: 3, reason: 'not_json', row: lines[2] },
    { row_number: 5, reason: 'missing_distinct_id', row: lines[4] },
  ]);
  const csv =
    'what;who;at;zip\n;ada;2025-06-01T10:00:00Z;00123\na;ada;2025-06-01T10:00:00Z;\na;"x\ny";soon;7\n';
  const cells = [
    { what: null, who: 'ada', at: '2025-06-01T10:00:00Z', zip: '00123' },
    { what: 'a', who: 'x\ny', at: 'soon', zip: 7 },
  ];
  for (const content of [csv, Buffer.from(`\uFEFF${csv}`, 'utf16le')])
    expect(await rejectedOf(content, 'csv')).toEqual([
      { row_number: 1, reason: 'missing_event_name', row: JSON.stringify(cells[0]) },
      { row_number: 3, reason: 'timestamp_unreadable', row: JSON.stringify(cells[1]) },
    ]);
});

/** The reject file of an import; that of a dry run is the same. */
async function rejectedOf(content: string | Buffer, format: 'jsonl' | 'csv'): Promise<unknown> {
  projects += 1;
  const { id } = await addProject(capture.services.database, `slc_${projects}`);
  const file = path.join(capture.folder, `table-${projects}`);
  writeFileSync(file, content);
  const order = { projectId: id, path: file, format, mapping: importMappingSchema.parse(MAPPING) };
  const files = [];
  for (const isDryRun of [true, false]) {
    const { rejected, rejectBytes } = await importFile(capture.services, { ...order, isDryRun });
    const lines = rejectedIn(`${file}.rejected.jsonl`);
    expect([lines.length, statSync(`${file}.rejected.jsonl`).size]).toEqual([rejected, rejectBytes]);
    files.push(lines);
  }
  expect(files[0]).toEqual(files[1]);
  return files[1];
}
