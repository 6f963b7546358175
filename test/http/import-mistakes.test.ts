import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeProject } from './operation-calls.ts';

// What people get wrong when they import a file: each is one error that names the place and how to mend it, and nothing
// is written.
// [CAP-7.5], [CAP-7.9], [CAP-7.10].

const MAPPING = { event: 'what', distinct_id: 'who', timestamp: 'at' };
const HEADER = 'what,who,at,price';
const ROW = 'Bought,ada,2025-06-01T10:00:00Z,9.5';
const CSV = `${HEADER}\n${ROW}\n`;
const EVENT = { what: 'Bought', who: 'ada', at: '2025-06-01T10:00:00Z', price: 9.5 };
const JSONL = `${JSON.stringify(EVENT)}\n`;

interface Mistake {
  readonly format?: string;
  /** As JSON, or as the text that is sent. */
  readonly mapping?: object | string;
  readonly more?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | (() => Promise<Buffer>);
  /** What the error says. */
  readonly says: readonly string[];
}

const csv = (body: string | Buffer, ...says: readonly string[]): Mistake => ({ body, says });
const at = (time: string, ...says: readonly string[]): Mistake =>
  csv(`${HEADER}\nBought,ada,"${time}",9.5\n`, ...says);
const mapped = (mapping: object | string, ...says: readonly string[]): Mistake => ({ mapping, says });
const jsonl = (body: string | Buffer, ...says: readonly string[]): Mistake => ({
  format: 'jsonl',
  body,
  says,
});
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const parquet = (columns: string): Pick<Mistake, 'format' | 'body'> => ({
  format: 'parquet',
  body: async () => {
    const { body } = await service.engine.streamCommand(
      { sql: `SELECT ${columns}`, parameters: {}, format: 'Parquet' },
      { timeoutMs: 60_000, runId: newUuid() },
    );
    return Buffer.concat(await Array.fromAsync(body));
  },
});

const MISTAKES: Readonly<Record<string, Mistake>> = {
  // The mapping itself.
  'a member with a typing mistake': mapped(
    { ...MAPPING, tiemstamp: 'at' },
    'mapping.tiemstamp',
    '"timestamp"',
  ),
  'a member in the wrong case': mapped(
    { ...MAPPING, Event: 'what' },
    'mapping.Event',
    'Did you mean "event"?',
  ),
  'a member that does not exist': mapped({ ...MAPPING, user: 'who' }, 'mapping.user', 'Known members are'),
  'a member that is missing': mapped(
    { event: 'what', distinct_id: 'who' },
    'mapping.timestamp',
    'found nothing',
  ),
  'a member twice': mapped(
    '{"event":"what","event":"who","distinct_id":"who","timestamp":"at"}',
    'the member "event" is repeated at line 1',
  ),
  'a number as a column': mapped({ ...MAPPING, event: 1 }, 'mapping.event'),
  'a list as a column': mapped({ ...MAPPING, distinct_id: ['who'] }, 'mapping.distinct_id', 'found a list'),
  'an empty name of a column': mapped({ ...MAPPING, event: '' }, 'mapping.event'),
  'a constant with another member': mapped({ ...MAPPING, event: { name: 'x' } }, 'mapping.event'),
  'a property twice': mapped({ ...MAPPING, properties: ['price', 'price'] }, 'mapping.properties', 'twice'),
  'groups as a list': mapped({ ...MAPPING, groups: ['price'] }, 'mapping.groups', 'found a list'),
  'a mapping that is no JSON': mapped('event: what', 'mapping', 'line 1'),
  'a mapping that is a list': mapped('[]', 'mapping', 'found a list'),
  'a timestamp format of another tool': mapped({ ...MAPPING, timestamp_format: '%d.%m.%Y' }, 'day_first'),
  // What the mapping names.
  'a column with a typing mistake': mapped({ ...MAPPING, timestamp: 'att' }, 'timestamp names "att"', '"at"'),
  'a column in the wrong case': mapped({ ...MAPPING, event: 'What' }, '"What"', 'Did you mean "what"?'),
  'a property that no row has': mapped(
    { ...MAPPING, properties: ['prize'] },
    'properties names "prize"',
    '"price"',
  ),
  'a column of persons that no row has': mapped(
    { ...MAPPING, person_properties: { plan: 'plam' } },
    'person_properties.plan names "plam"',
  ),
  'a path where the columns are flat': mapped({ ...MAPPING, distinct_id: 'user.who' }, '"user.who"'),
  'a flat name where the member is nested': {
    ...jsonl(`${JSON.stringify({ ...EVENT, user: { id: 'ada' } })}\n`, '"id"', 'no row of the file has'),
    mapping: { ...MAPPING, distinct_id: 'id' },
  },
  'an object in the place of the id': {
    ...jsonl(
      `${JSON.stringify({ ...EVENT, who: { id: 'ada' } })}\n`,
      'column "who" (distinct_id)',
      'an object',
    ),
  },
  'a column of the time that holds names': mapped(
    { ...MAPPING, timestamp: 'who' },
    '"who" (timestamp) is "ada"',
    'ISO',
  ),
  'a column of the event that is empty': csv(
    `${HEADER}\n,ada,2025-06-01T10:00:00Z,1\n,eve,2025-06-01T10:00:00Z,1\n`,
    'column "what" (event) is empty',
    'None of the first 2 rows',
  ),
  // Times.
  'day or month first': at(
    '03/04/2025 17:30',
    'Row 1',
    '"at" (timestamp)',
    'timestamp_format: day_first or month_first',
  ),
  'day first with points': at('13.01.2025', 'timestamp_format'),
  'years of two digits': at('03/04/25', 'two digits'),
  'a date of Excel': at('45809.5', 'Excel', 'ISO 8601'),
  nanoseconds: at('1748772000000000000', 'nanoseconds'),
  'a name of a zone': at('2025-06-01 10:00:00 Europe/Berlin', 'offset such as +02:00'),
  'a short name of a zone': at('2025-06-01 10:00:00 CEST', 'offset such as +02:00'),
  'hours of half a day': at('2025-06-01 5:30 PM', 'hours'),
  'slashes in ISO': at('2025/06/01', 'hyphens'),
  'a month in words': at('June 1, 2025', 'ISO 8601'),
  'a day that is none': at('2025-02-30', 'timestamp_unreadable'),
  'a year that is none': at('9999-01-01', 'timestamp_out_of_range', '1970 to 2100'),
  // CSV.
  'a delimiter that is not the named one': {
    more: { csv_delimiter: 'semicolon' },
    says: ['With the delimiter semicolon', 'Send csv_delimiter=comma'],
  },
  'delimiters of which two fit': csv(
    'what,who;at\nBought,ada;2025\n',
    'comma (2 columns) or semicolon (2 columns)',
    'csv_delimiter',
  ),
  'one column': csv('what\nBought\n', 'one column'),
  'a decimal comma': csv(
    `${HEADER}\n${ROW}\n`.replaceAll(',', ';').replace('9.5', '9,5'),
    'Line 2 has "9,5" in the column "price"',
    'decimal: comma',
  ),
  'a row that is too short behind the first line of Excel': csv(
    `sep=;\n${`${CSV}Bought,ada\n`.replaceAll(',', ';')}`,
    'Line 4 has 2 cells',
  ),
  'a name twice behind the first line of Excel': csv('sep=;\nat;at\n1;2\n', '"at" twice'),
  'a column without name behind the first line of Excel': csv('sep=;\nat;\n1;2\n', 'in line 2'),
  'no header': csv(`${ROW}\n${ROW}\n`, 'Line 1 is no header', 'Put a line with the names'),
  'a header alone': csv(`${HEADER}\n`, 'a header and no rows'),
  'a column without name': csv(`,${HEADER}\n0,${ROW}\n`, 'Column 1 has no name'),
  'a name twice': csv(`${HEADER},who\n${ROW},x\n`, '"who" twice, as 2 and 5'),
  'a row that is too short': csv(`${CSV}Bought,ada\n${ROW}\n`, 'Line 3 has 2 cells, the header has 4'),
  'a row that is too long': csv(`${CSV}${ROW},1,2\n`, 'Line 3 has 6 cells'),
  'an empty line': csv(`${CSV}\n${ROW}\n`, 'Line 3 is empty'),
  'a quote that stays open': csv(`${CSV}"Bought,ada,2025,1\n${ROW}\n`, 'line 3 is never closed'),
  'a quote in a quoted cell': csv(
    `${CSV}"a "b" c",ada,2025-06-01T10:00:00Z,1\n`,
    'Line 3 has text behind a closing quote',
  ),
  'ends of lines of an old Mac': csv(CSV.replaceAll('\n', '\r'), 'CR alone'),
  'Latin 1': csv(
    Buffer.from(`${CSV}Caf\u00e9,ada,2025-06-01T10:00:00Z,1\n`, 'latin1'),
    'Line 3 is not UTF-8',
    'encoding=windows-1252',
  ),
  'an encoding that is not the named one': {
    body: utf16(CSV),
    more: { encoding: 'utf-8' },
    says: ['mark of utf-16le', 'Send encoding=utf-16le'],
  },
  'UTF-32': csv(Buffer.from('fffe0000770000006800000061', 'hex'), 'UTF-32', 'Save it as UTF-8'),
  // Files of another kind.
  'white space alone': csv(' \n\n', 'It has no rows'),
  'an empty file, packed': csv(gzipSync(''), 'It is empty'),
  'a zip archive': csv(Buffer.from('504b0304140000000800', 'hex'), 'zip archive', 'Unpack it'),
  'a workbook': csv(
    Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('[Content_Types].xml')]),
    'Excel workbook',
    'CSV UTF-8',
  ),
  'an older workbook': csv(Buffer.from('d0cf11e0a1b11ae1', 'hex'), '.xls'),
  'a file that is packed twice': csv(gzipSync(gzipSync(CSV)), 'packed by gzip twice'),
  'packed data that are cut off': csv(gzipSync(CSV).subarray(0, 30), 'gzip data are cut off'),
  'zstd data that are damaged': csv(zstdCompressSync(CSV).subarray(0, 20), 'zstd data are cut off'),
  bzip2: csv(Buffer.from('425a6839314159', 'hex'), 'bzip2'),
  HTML: csv('<!DOCTYPE html><html><body>Sign in</body></html>', 'HTML'),
  'bytes that are no text': csv(Buffer.from([1, 0, 2, 3, 0, 0, 9, 8]), 'It is not text'),
  'JSON lines as CSV': csv(JSONL, 'format=jsonl'),
  'a JSON list as CSV': csv(JSON.stringify([EVENT]), 'JSON list', 'format=jsonl'),
  'CSV as JSON lines': jsonl(CSV, 'Line 1 is no JSON object', 'format=csv'),
  'a JSON list as JSON lines': jsonl(JSON.stringify([EVENT, EVENT]), 'Line 1 begins a JSON list', 'jq -c'),
  'JSON over several lines': jsonl(JSON.stringify(EVENT, null, 2), 'part of an object', 'jq -c .'),
  'CSV as Parquet': { format: 'parquet', body: CSV, says: ['It is text', 'format=csv'] },
  'Parquet as CSV': csv(Buffer.from('PAR1xxxxPAR1'), 'Parquet', 'format=parquet'),
  'Parquet that is cut off': {
    format: 'parquet',
    body: Buffer.from(`PAR1${'x'.repeat(90)}`),
    says: ['cut off or damaged'],
  },
  'Parquet with a list in the place of the id': {
    ...parquet("'Bought' AS what, ['ada', 'eve'] AS who, '2025-06-01' AS at"),
    says: ['column "who" (distinct_id)', 'a list'],
  },
  'Parquet with a truth in the place of the time': {
    ...parquet("'Bought' AS what, 'ada' AS who, true AS at"),
    says: ['"at" (timestamp) is "true"', 'ISO 8601'],
  },
  'Parquet with days since 1970 in the place of the time': {
    ...parquet("'Bought' AS what, 'ada' AS who, toInt32(20240) AS at"),
    says: ['"at" (timestamp) is "20240"', 'ISO 8601'],
  },
  // Options.
  'a mapping of a format that has columns': {
    format: 'mixpanel',
    says: ['A mapping does not go with the format mixpanel'],
  },
  'a delimiter of JSON lines': {
    ...jsonl(JSONL, 'A delimiter does not go with the format jsonl'),
    more: { csv_delimiter: 'comma' },
  },
  'a delimiter as a letter': { more: { csv_delimiter: ';' }, says: ['csv_delimiter', '"semicolon"'] },
  'an encoding that nobody knows': {
    more: { encoding: 'utf8' },
    says: ['encoding', 'Did you mean "utf-8"?'],
  },
  'a format with a typing mistake': { format: 'jsnl', says: ['format', 'Did you mean "jsonl"?'] },
  'no mapping of a table of another shape': {
    format: 'posthog',
    mapping: '',
    body: JSONL,
    says: ['It has no "event"', 'a mapping'],
  },
  'an export of another product': {
    format: 'mixpanel',
    mapping: '',
    body: '{"event_type":"Bought","user_id":"ada","event_time":"2025-06-01 10:00:00"}\n',
    says: ['no row of an export of mixpanel'],
  },
};

let service: TestService;
let project: number;
beforeAll(async () => {
  service = await startTestService();
  project = (await makeProject(service)).id;
});
afterAll(() => service.close());

test('there are 60 kinds at least', () => {
  expect(Object.keys(MISTAKES).length).toBeGreaterThanOrEqual(60);
});

test.each(Object.entries(MISTAKES))(
  '%s',
  async (_, { format = 'csv', mapping = MAPPING, more, body = CSV, says }) => {
    const text = typeof mapping === 'string' ? mapping : JSON.stringify(mapping);
    const query = new URLSearchParams({
      format,
      wait: 'true',
      ...(text !== '' && { mapping: text }),
      ...more,
    });
    const headers = { 'content-type': 'application/octet-stream' };
    const { status, json } = await service.call('POST', `/api/projects/${project}/imports/?${query}`, {
      body: typeof body === 'function' ? await body() : body,
      headers,
    });
    const error: string = status === 200 ? json.error : json.detail;
    expect(status === 200 ? json.state : status, JSON.stringify(json)).toBe(status === 200 ? 'failed' : 400);
    for (const words of says) expect(error).toContain(words);
    expect(error).not.toContain('A defect');
    const count = { kind: 'HogQLQuery', query: 'select count() from events' };
    const found = await service.call('POST', `/api/projects/${project}/query`, { body: { query: count } });
    expect(found.json.results).toEqual([[0]]);
    expect(readdirSync(path.join(service.dataDir, 'imports'))).toEqual([]);
  },
);
