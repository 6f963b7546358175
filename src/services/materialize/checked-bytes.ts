import { createHash } from 'node:crypto';
import type { Sliced } from '../../base/loop-slices.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import { UnusableSnapshotError } from './unusable-snapshot-error.ts';

/** Hands bytes on and tells at the end what they were. */
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

  /** Of everything that was handed on. Once. */
  facts(): StoredObject {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** About a millisecond of hashing. */
const HASHED_AT_ONCE = 512 * 1024;

/** What is known of these bytes. */
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
