import { expect, test } from 'vitest';
import { finish, LoopSlices } from '../../../base/loop-slices.ts';
import { judgeBatch } from '../judge-batch.ts';
import { type UnpackServices, unpackBatch } from './unpack-body.ts';

// [CAP-2.12].

const services = { captureLimits: { maxBodyBytes: 20e6 }, slices: new LoopSlices() } as UnpackServices;

const batchOf = (id: string, filler: number) => {
  const event = {
    uuid: crypto.randomUUID(),
    event: 'e',
    distinct_id: 'p',
    timestamp: '2026-01-05T12:00:00Z',
  };
  const properties = { id: 'ID', filler: 'x'.repeat(filler) };
  return JSON.stringify({ batch: [{ ...event, properties }] }).replace('"ID"', id);
};
const unpack = (text: string) => unpackBatch(services, Buffer.from(text), { contentEncoding: '' });

test.each([
  ['small', 1, '9007199254740993', undefined],
  ['medium', 100_000, '7', false],
])('v1: a %s batch is looked through for long integers once', async (_, filler, id, isExact) => {
  const text = batchOf(id, filler);
  expect(await unpack(text)).toEqual(isExact === undefined ? { text } : { text, isExact });
});

test('v1: a medium batch with long integers, and a large one, are for a thread', async () => {
  expect(await unpack(batchOf('9007199254740993', 100_000))).toBeNull();
  expect(await unpack(batchOf('7', 600_000))).toBeNull();
});

test('v1: what is known of long integers is not found out again', () => {
  const text = batchOf('9007199254740993', 1);
  const context = { projectId: 1, sdkInfo: 'a/1', sentAt: '', nowMs: Date.UTC(2026, 0, 5, 12) };
  const stored = (isExact?: boolean) => {
    const given = isExact === undefined ? { text } : { text, isExact };
    return Buffer.concat(finish(judgeBatch(given, context)).records).toString('latin1');
  };
  expect(stored()).toContain('9007199254740993');
  expect(stored(false)).not.toContain('9007199254740993');
});
