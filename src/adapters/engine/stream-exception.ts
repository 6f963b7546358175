import { EngineException, engineCodeOf } from './engine-error.ts';

/**
 * How ClickHouse tells of an error when an answer has begun (from 25.11 on): at the end of the bytes stands a block
 * with a random tag, which the header announced.
 */
export const EXCEPTION_TAG_HEADER = 'x-clickhouse-exception-tag';

const MARKER = '\r\n__exception__\r\n';

/** The block that ends a broken answer. */
export function streamException(tag: string, text: string): Buffer {
  const message = `${text}\n`;
  return Buffer.from(`${MARKER}${tag}\n${message}${Buffer.byteLength(message)}${endOf(tag)}`);
}

/**
 * Hands on the bytes of an answer without a block at their end, and waits for nothing behind a whole block.
 * @throws EngineException for such a block, otherwise what `answer` throws
 */
export async function* cutStreamException(
  answer: AsyncIterable<Uint8Array>,
  tag: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (tag === undefined) return yield* answer;
  const start = Buffer.from(MARKER + tag);
  let held: Buffer = Buffer.alloc(0);
  let isBroken = false;
  try {
    for await (const chunk of answer) {
      const bytes: Buffer = held.length === 0 ? asBuffer(chunk) : Buffer.concat([held, chunk]);
      const found: number = isBroken ? 0 : bytes.indexOf(start);
      isBroken = found !== -1;
      const end = isBroken ? found : startOfPart(bytes, start.length);
      if (end > 0) yield bytes.subarray(0, end);
      held = bytes.subarray(end);
      if (isBroken && held.includes(endOf(tag))) break;
    }
  } catch (error) {
    // A connection may break within the block, so that nobody takes the answer for a whole one.
    if (!isBroken) throw error;
  }
  if (isBroken) throw exceptionOf(held);
  if (held.length > 0) yield held;
}

/** How a block ends. */
function endOf(tag: string): string {
  return ` ${tag}${MARKER}`;
}

/** Where the last bytes might be the beginning of a block, or the length. */
function startOfPart(bytes: Buffer, length: number): number {
  const found = bytes.indexOf('\r', Math.max(0, bytes.length - length + 1));
  return found === -1 ? bytes.length : found;
}

/** The bytes as a Buffer on the same memory. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function exceptionOf(block: Uint8Array): EngineException {
  const text = Buffer.from(block).toString();
  return new EngineException(engineCodeOf(text), text);
}
