import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { derivedUuid } from '../../../base/ids.ts';
import { statedSize, tokensInFront } from './tokens-in-front.ts';

// [CAP-2.4].

const NAMESPACE = '6d1f0a7c-3b8e-5a52-8f7c-2d1f0a7c4e62';
const EVENT = { event: 'a', distinct_id: 'b', properties: { token: 'slc_event' } };
const EVENTS = Array.from({ length: 5000 }, (_, index) => ({
  ...EVENT,
  distinct_id: derivedUuid(`${index}`, NAMESPACE),
}));
const HEADERS = { contentType: '', contentEncoding: '', data: '', compression: '' };

const inFront = (body: string | Buffer, headers: Partial<typeof HEADERS> = {}) =>
  tokensInFront({ ...HEADERS, ...headers, body: Buffer.from(body) });

describe('finds', () => {
  test.each([
    ['the token of a batch', { api_key: 'slc_batch', batch: [] }, ['slc_batch']],
    [
      'that of a batch and of nothing within',
      { api_key: 'slc_batch', batch: EVENTS },
      ['slc_batch', 'slc_event'],
    ],
    ['that of the first event', EVENTS, ['slc_event']],
  ])('%s, plain and gzip', (_name, body, tokens) => {
    const text = JSON.stringify(body);
    expect(inFront(text)).toEqual(tokens);
    expect(inFront(gzipSync(text))).toEqual(tokens);
  });

  test('at most eight', () => {
    const events = Array.from({ length: 30 }, (_, index) => ({ api_key: `t${index}` }));
    expect(inFront(JSON.stringify(events))).toHaveLength(8);
  });
});

/** A gzip body whose end says another size. */
function sayingSize(body: Buffer, bytes: number): Buffer {
  body.writeUInt32LE(bytes, body.length - 4);
  return body;
}

describe('finds nothing', () => {
  const text = JSON.stringify({ api_key: 'slc_batch', batch: EVENTS });
  const cases: readonly (readonly [string, string | Buffer, Partial<typeof HEADERS>?])[] = [
    ['behind the front', JSON.stringify({ filler: 'x'.repeat(2000), api_key: 'slc_batch' })],
    ['in a text that is not closed there', `{"api_key":"${'x'.repeat(2000)}"}`],
    ['in what stands for very much', gzipSync(`{"a":"${'x'.repeat(10_000_000)}","api_key":"slc_batch"}`)],
    ['in what says that it does', sayingSize(gzipSync(text), 0xffff_ffff)],
    ['in broken gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])],
    ['in a form', text, { contentType: 'application/x-www-form-urlencoded' }],
    ['beside `data`', text, { data: 'e30=' }],
    ['in an empty body', ''],
  ];
  test.each(cases.map(([name, body, headers]) => ({ name, body, headers })))('$name', ({ body, headers }) => {
    expect(inFront(body, headers)).toEqual([]);
  });
});

test('gzip says how large it is', () => {
  expect(statedSize(gzipSync('x'.repeat(70_000)))).toBe(70_000);
  expect(statedSize(Buffer.from('{}'))).toBeNull();
  expect(statedSize(Buffer.from([0x1f, 0x8b]))).toBeNull();
});
