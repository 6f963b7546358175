import { createHash } from 'node:crypto';
import type { Sliced } from '../../base/loop-slices.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import { UnusableSnapshotError } from './unusable-snapshot-error.ts';

/** Hands bytes on and knows their number and checksum at the end. */
export class BytesWitness {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of source) {
      this.#hash.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }

  /** Number and checksum of all bytes that were handed on. Call it once. */
  facts(): StoredObject {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Bytes hashed in one step, about a millisecond of work. */
const HASHED_AT_ONCE = 512 * 1024;

/** Number and checksum of these bytes. */
export function* factsOfBytes(bytes: Uint8Array): Sliced<StoredObject> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(start, start + HASHED_AT_ONCE));
    yield;
  }
  return { bytes: bytes.length, sha256: hash.digest('hex') };
}

/** @throws UnusableSnapshotError when an object is not what was written */
export function checkBytes(name: string, found: StoredObject, written: StoredObject): void {
  if (found.bytes !== written.bytes)
    throw new UnusableSnapshotError(`${name} has ${found.bytes} bytes and not ${written.bytes}`);
  if (found.sha256 !== written.sha256) throw new UnusableSnapshotError(`${name} has another checksum`);
}
