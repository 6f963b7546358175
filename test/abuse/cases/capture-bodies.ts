import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { lzBase64 } from '../../fixtures/lz-base64.ts';
import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// Bodies of 20 KB that stand for 20 MB, with and without a token.

const BYTES = 19 * 1024 * 1024;
const VALUES = Buffer.from(`{"batch":[${'0,'.repeat(BYTES / 2)}0]}`);

/** Bodies of cases that only the deep suite sends. */
const DEEP_ONLY = {
  objects: () => gzipSync(`{"batch":[${'{"a":{}},'.repeat(BYTES / 9)}0]}`),
  texts: () => gzipSync(`{"batch":[${'"\\u005c\\"",'.repeat(BYTES / 11)}0]}`),
  last: () =>
    gzipSync(`{"batch":[${'{"event":"x","distinct_id":"a"},'.repeat(50_000)}{}],"api_key":"slc_nobody"}`),
  brotli: () => brotliCompressSync(VALUES, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} as const;
const made = new Map<string, Buffer>();

/** Packed once: a body takes longer to make than to send. */
function packed(name: keyof typeof DEEP_ONLY): Buffer {
  const body = made.get(name) ?? DEEP_ONLY[name]();
  made.set(name, body);
  return body;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const GZIP = gzipSync(VALUES);
const LISTS = gzipSync(`{"a":${'['.repeat(BYTES)}`);
const LZ64 = lzBase64(`["${'a'.repeat(8_000_000)}`);
/** Base64 whose plus signs a form takes for spaces. */
const WITH_SPACES = `data=${GZIP.toString('base64').replaceAll('=', '%3D')}`;

interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

function sendUnknown(
  service: AbusedService,
  body: unknown,
  { headers = {}, query = '' }: Call = {},
): Promise<Answered> {
  return service.call('POST', `/batch/${query}`, { key: null, headers, body });
}

function sendKnown(service: AbusedService, members: string): Promise<Answered> {
  const body = gzipSync(`{"api_key":"${service.captureToken}",${members}}`);
  return service.call('POST', '/batch/', { key: null, body });
}

const manyNames = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name ${index}`, 1]));
const event = JSON.stringify({ event: 'x', distinct_id: 'a', properties: { a: 1, b: 'two', c: [3] } });

const LONG_INTEGERS = `${'0,'.repeat(250_000)}12345678901234567`;
const small = JSON.stringify({ event: 'x', distinct_id: 'a', properties: {} });

export const table: AbuseTable = {
  title: 'bodies of capture',
  // An address may look through so much in a second: each repeat is to be looked through as a whole.
  settings: { maxCaptureBytes: 200 * 1024 * 1024 },
  cases: [
    {
      name: 'no token: 20 MB of values in gzip',
      send: (s) => sendUnknown(s, GZIP),
      expected: { status: 401 },
    },
    {
      name: 'no token: objects',
      send: (s) => sendUnknown(s, packed('objects')),
      expected: { status: 401 },
      deepOnly: true,
    },
    { name: 'no token: lists in lists', send: (s) => sendUnknown(s, LISTS), expected: { status: 401 } },
    {
      name: 'no token: escaped texts',
      send: (s) => sendUnknown(s, packed('texts')),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'a wrong token stands last',
      send: (s) => sendUnknown(s, packed('last')),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'no token: deflate',
      send: (s) => sendUnknown(s, deflateSync(VALUES), { headers: { 'content-encoding': 'deflate' } }),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'no token: brotli',
      send: (s) => sendUnknown(s, packed('brotli'), { headers: { 'content-encoding': 'br' } }),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'no token: zstd',
      send: (s) => sendUnknown(s, zstdCompressSync(VALUES), { headers: { 'content-encoding': 'zstd' } }),
      expected: { status: 401 },
    },
    {
      name: 'no token: gzip in base64',
      send: (s) => sendUnknown(s, gzipSync(GZIP.toString('base64'))),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'no token: a form',
      send: (s) => sendUnknown(s, Buffer.from(WITH_SPACES), { headers: FORM }),
      expected: { status: 401 },
    },
    {
      name: 'no token: a form in gzip, 19 MB of percent signs',
      send: (s) => sendUnknown(s, gzipSync(`data=${'%7B'.repeat(BYTES / 3)}`), { headers: FORM }),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'no token: lz64',
      send: (s) => sendUnknown(s, LZ64, { query: '?compression=lz64' }),
      expected: { status: 401 },
    },
    {
      name: 'no token: 19 MB as they are',
      send: (s) => sendUnknown(s, VALUES),
      expected: { status: 401 },
      deepOnly: true,
    },
    {
      name: 'v1 without a token: refused before the body',
      send: (s) => s.call('POST', '/i/v1/analytics/events', { key: null, body: GZIP }),
      expected: { status: 401 },
    },
    {
      name: 'a known token and 10 million values',
      send: (s) => sendKnown(s, `"batch":[${'0,'.repeat(BYTES / 2)}0]`),
      expected: { status: 413 },
      deepOnly: true,
    },
    {
      name: 'a known token and lists in lists',
      send: (s) => sendKnown(s, `"batch":${'['.repeat(BYTES)}`),
      expected: { status: 400 },
    },
    {
      name: 'a known token and 5,000 property names',
      send: (s) =>
        sendKnown(s, `"batch":[{"event":"x","distinct_id":"a","properties":${JSON.stringify(manyNames)}}]`),
      expected: { status: 400 },
    },
    {
      name: 'a known token: 250 KB of events',
      send: (s) => sendKnown(s, `"batch":[${`${event},`.repeat(250_000 / (event.length + 1))}${event}]`),
      expected: { status: 200 },
    },
    {
      name: 'a known token: 4 MB of events',
      send: (s) => sendKnown(s, `"batch":[${`${event},`.repeat(4_000_000 / (event.length + 1))}${event}]`),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'a known token: 500 KB of values, and an integer of 17 digits',
      send: (s) =>
        sendKnown(s, `"batch":[{"event":"x","distinct_id":"a","properties":{"a":[${LONG_INTEGERS}]}}]`),
      expected: { status: 200 },
    },
    {
      name: 'a known token: 190,000 small events',
      send: (s) => sendKnown(s, `"batch":[${`${small},`.repeat(190_000)}${small}]`),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'a known token: 15 MB of text in one event',
      send: (s) =>
        sendKnown(
          s,
          `"batch":[{"event":"x","distinct_id":"a","properties":{"a":"${'x'.repeat(15_000_000)}"}}]`,
        ),
      expected: { status: 200 },
      deepOnly: true,
    },
  ],
};
