import { expect, test } from 'vitest';
import { engineHeader, readEngineHeader } from './engine-header.ts';
import { engineSecrets } from './engine-secrets.ts';

test('the header says version, schema and shards', () => {
  const text = engineHeader({ version: '0.2.0-rc.1', shards: 2 });
  expect(text).toMatch(/^0\.2\.0-rc\.1;schema=\d+;shards=2$/);
  expect(readEngineHeader(text)).toEqual({ version: '0.2.0-rc.1', schema: expect.any(Number), shards: 2 });
});

test.each(['', '0.1.0', '0.1.0;schema=1', 'a b;schema=1;shards=1', '0.1.0;schema=x;shards=1'])(
  '%j says nothing',
  (text) => {
    expect(readEngineHeader(text)).toBeUndefined();
  },
);

test('both secrets come from one, and neither tells the other or the one', () => {
  const secret = 's'.repeat(32);
  const { reader, writer } = engineSecrets(secret);
  expect(new Set([reader, writer, secret]).size).toBe(3);
  expect([reader, writer]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  expect(engineSecrets(secret)).toEqual({ reader, writer });
  expect(engineSecrets(`${secret}x`).reader).not.toBe(reader);
});
