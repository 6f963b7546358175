import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import Negotiator from 'negotiator';
import type { AnswerBytes } from '../services/execution/stored-result.ts';

const ALL_CODINGS = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof ALL_CODINGS)[number];

/** Content codings that answers can have, best first. Node has zstd since 22.15; an older one is not asked for it. */
const CODINGS = ALL_CODINGS.filter((coding) => coding !== 'zstd' || 'zstdCompress' in zlib);

/** Smaller bodies do not get smaller by much. */
const MIN_BYTES = 1_024;

/** Not the slowest quality, which is the default. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  zstd: (body) => promisify<Buffer, Buffer>(zlib.zstdCompress)(body),
  br: (body) => promisify(zlib.brotliCompress)(body, BROTLI),
  gzip: promisify<Buffer, Buffer>(zlib.gzip),
};

/** Compresses a body that is sent while it is made. */
export function compressor(coding: Coding): Transform {
  switch (coding) {
    case 'zstd':
      return zlib.createZstdCompress();
    case 'br':
      return zlib.createBrotliCompress(BROTLI);
    case 'gzip':
      return zlib.createGzip();
    default:
      return coding satisfies never;
  }
}

/** Length of a whole body. */
export function byteLengthOf(body: AnswerBytes): number {
  return body.reduce((sum, { length }) => sum + length, 0);
}

async function compressed(body: AnswerBytes, coding: Coding): Promise<Buffer> {
  const [first, ...others] = body;
  if (first !== undefined && others.length === 0) return compress[coding](first);
  const transform = compressor(coding);
  for (const piece of body) transform.write(piece);
  transform.end();
  return Buffer.concat(await transform.toArray());
}

/** Compressed bodies, kept as long as their plain ones: an answer from the cache is compressed once. */
export class EncodedBodies {
  readonly #encoded = new WeakMap<AnswerBytes, Map<Coding, AnswerBytes>>();

  /** The compressed body when this very body was compressed before. */
  ready(body: AnswerBytes, coding: Coding): AnswerBytes | undefined {
    return this.#encoded.get(body)?.get(coding);
  }

  /** The compressed body; ready bytes when this very body was compressed before. */
  async encode(body: AnswerBytes, coding: Coding): Promise<AnswerBytes> {
    const ready = this.ready(body, coding);
    if (ready !== undefined) return ready;
    const encoded = [await compressed(body, coding)];
    const known = this.#encoded.get(body) ?? new Map<Coding, AnswerBytes>();
    this.#encoded.set(body, known.set(coding, encoded));
    return encoded;
  }
}

/** As `encoding` of the package takes it; its types do not know of `preferred`. */
interface CodingWish {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}

/** No client wishes more. */
const MOST_READ = 1_000;

/**
 * The coding that `Accept-Encoding` likes best, of equals the best of ours; null = plain. `gzip;q=0.5, br` → br.
 * @param ours best first
 */
export function chooseCoding(
  accepted: string | undefined,
  bodyBytes: number,
  ours: readonly Coding[] = CODINGS,
): Coding | null {
  if (accepted === undefined || accepted === '' || bodyBytes < MIN_BYTES) return null;
  const wish: CodingWish = new Negotiator({ headers: { 'accept-encoding': accepted.slice(0, MOST_READ) } });
  const offered = [...ours, 'identity'];
  const chosen = wish.encoding(offered, { preferred: offered });
  return ours.find((coding) => coding === chosen) ?? null;
}
