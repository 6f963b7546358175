import { AppError } from '../../../base/errors.ts';
import type { TextEncoding } from '../../../schema/csv-form.ts';

/** Most bytes that a converted file may take: packed files unpack to any size. */
const MOST_BYTES = 64 * 1024 ** 3;

/**
 * A text as UTF-8, without a mark at its beginning, piece by piece.
 * @throws AppError invalid_value when the text is not of the encoding; payload_too_large
 */
export async function* utf8Of(pieces: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  for await (const piece of pieces) {
    const text = decode(() => decoder.decode(piece, { stream: true }), encoding, bytes);
    const utf8 = Buffer.from(text);
    bytes += utf8.length;
    if (bytes > MOST_BYTES)
      throw new AppError('payload_too_large', `The text is larger than ${MOST_BYTES} bytes.`);
    if (utf8.length > 0) yield utf8;
  }
  const rest = Buffer.from(decode(() => decoder.decode(), encoding, bytes));
  if (rest.length > 0) yield rest;
}

function decode(read: () => string, encoding: TextEncoding, bytes: number): string {
  try {
    return read();
  } catch (error) {
    const sentence = `Its text is not ${encoding} behind byte ${bytes} of UTF-8. Name its encoding, or save it as UTF-8.`;
    throw new AppError('invalid_value', sentence, { cause: error });
  }
}
