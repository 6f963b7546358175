import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../../base/errors.ts';
import { contentCodingOf } from './content-coding.ts';

/** Bytes as they come. */
export type Chunks = AsyncIterable<Uint8Array>;

/** Bytes that are unpacked and looked at in one step: well below a millisecond of work. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The same bytes as `inflateBounded`, piece by piece and without a bound: the reader counts them and may stop at any
 * piece. Bytes that cannot be unpacked end early and without an error, because nobody trusts these bytes.
 * @throws AppError unsupported_media_type
 */
export async function* inflateChunks(source: Chunks, contentEncoding: string): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  const coding = contentCodingOf(first, contentEncoding);
  if (coding === null) {
    yield* all;
    return;
  }
  const inflater = coding.inPieces({ chunkSize: CHUNK_BYTES });
  // The loop below meets the same outcome, so the callback has nothing to do.
  pipeline(Readable.from(all), inflater, () => undefined);
  try {
    yield* inflater;
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
}

/** The first bytes, at least two where the source has two, and all bytes of the source including these. */
export async function peek(source: Chunks): Promise<{ readonly first: Uint8Array; readonly all: Chunks }> {
  const chunks = source[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  while (first.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  return { first, all: behind(first, chunks) };
}

async function* behind(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}

/** The bytes of a buffer, in pieces. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
