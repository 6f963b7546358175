import { expect, test } from 'vitest';
import { cutStreamException, streamException } from './stream-exception.ts';

const TAG = '0123456789abcdef';

async function* inChunksOf(size: number, bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<{ text: string; error: unknown }> {
  let text = '';
  try {
    for await (const chunk of chunks) text += Buffer.from(chunk).toString('latin1');
    return { text, error: undefined };
  } catch (error) {
    return { text, error };
  }
}

const sizes = [1, 2, 7, 19, 40, 1000];

test.each(sizes)('bytes without a block pass in chunks of %i', async (size) => {
  const text = 'a\r\nb\r\n__exception__\r\nsomething else\r\n__exc';
  const result = await collect(cutStreamException(inChunksOf(size, Buffer.from(text)), TAG));
  expect(result).toEqual({ text, error: undefined });
});

test.each(sizes)('a block is cut off and thrown, in chunks of %i', async (size) => {
  const bytes = Buffer.concat([Buffer.from('a\r\nb'), streamException(TAG, 'Code: 395. boom')]);
  const { text, error } = await collect(cutStreamException(inChunksOf(size, bytes), TAG));
  expect(text).toBe('a\r\nb');
  expect(error).toMatchObject({ name: 'EngineException', engineCode: 395 });
});

test('an answer without a tag passes as it is', async () => {
  const bytes = streamException(TAG, 'boom');
  const { text } = await collect(cutStreamException(inChunksOf(1000, bytes), undefined));
  expect(text).toBe(bytes.toString());
});
