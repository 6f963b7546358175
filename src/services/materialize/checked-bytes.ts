import { createHash, hash } from 'node:crypto';
import type { Sliced } from '../../base/loop-slices.ts';
import {
  type SnapshotManifest,
  type StoredObject,
  snapshotManifestSchema,
} from '../../schema/snapshot-manifest.ts';

// What builds write is recognised when it is read: each object by its number of bytes and checksum, which stand in the
// manifest, and the manifest by a checksum of its own.

/** A snapshot is missing, incomplete or not what was written: it has to be built again. */
export class UnusableSnapshotError extends Error {
  override readonly name = 'UnusableSnapshotError';

  /** @param reason such as `its rows are missing` */
  constructor(reason: string, cause?: unknown) {
    super(`The snapshot cannot be used: ${reason}.`, { cause });
  }
}

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
  const sum = createHash('sha256');
  for (let start = 0; start < bytes.length; start += HASHED_AT_ONCE) {
    sum.update(bytes.subarray(start, start + HASHED_AT_ONCE));
    yield;
  }
  return { bytes: bytes.length, sha256: sum.digest('hex') };
}

/** @throws UnusableSnapshotError when these bytes of an object are not what was written */
export function* checkBytes(name: string, bytes: Uint8Array, written: StoredObject): Sliced<void> {
  checkFacts(name, yield* factsOfBytes(bytes), written);
}

/** As `checkBytes`, for bytes that a `BytesWitness` saw. */
export function checkFacts(name: string, found: StoredObject, written: StoredObject): void {
  if (found.bytes !== written.bytes)
    throw new UnusableSnapshotError(`${name} has ${found.bytes} bytes and not ${written.bytes}`);
  if (found.sha256 !== written.sha256) throw new UnusableSnapshotError(`${name} has another checksum`);
}

const HEAD = /^\{"sha256":"([0-9a-f]{64})","manifest":/;

/** A manifest as text, with a checksum of its own in front. */
export function writeManifest(manifest: SnapshotManifest): Buffer {
  const text = JSON.stringify(manifest);
  return Buffer.from(`{"sha256":"${hash('sha256', text)}","manifest":${text}}`);
}

/** @throws UnusableSnapshotError for what `writeManifest` did not write in exactly this way */
export function readManifest(bytes: Uint8Array): SnapshotManifest {
  const text = Buffer.from(bytes).toString();
  const [head, sha256] = HEAD.exec(text) ?? [];
  const body = text.slice(head?.length ?? 0, -1);
  if (sha256 === undefined || !text.endsWith('}') || hash('sha256', body) !== sha256)
    throw new UnusableSnapshotError('its manifest is not what was written');
  const manifest = snapshotManifestSchema.safeParse(JSON.parse(body));
  if (manifest.success) return manifest.data;
  throw new UnusableSnapshotError('its manifest has another form');
}
