import { hash } from 'node:crypto';
import { type SnapshotManifest, snapshotManifestSchema } from '../../schema/snapshot-manifest.ts';
import { UnusableSnapshotError } from './unusable-snapshot-error.ts';

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
