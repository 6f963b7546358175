import { expect, test } from 'vitest';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';
import { readManifest, UnusableSnapshotError, writeManifest } from './checked-bytes.ts';

const MANIFEST: SnapshotManifest = {
  form: 1,
  project_id: 1,
  endpoint_id: 'e',
  version: 2,
  build_id: 'b',
  kind: 'HogQLQuery',
  built_at: '2026-01-01T00:00:01.000Z',
  data_time: '2026-01-01T00:00:00.000Z',
  rows: 3,
  columns: [{ label: 'ä"', type: 'UUID', name: 'ä"', stored_type: 'String' }],
  ready_rows: 3,
  objects: { 'rows.parquet': { bytes: 5, sha256: 'a'.repeat(64) } },
};

test('a manifest is read as it was written', () => {
  expect(readManifest(writeManifest(MANIFEST))).toEqual(MANIFEST);
});

test('no byte of a manifest can change or be missing', () => {
  const bytes = writeManifest(MANIFEST);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => readManifest(changed), `byte ${at}`).toThrow(UnusableSnapshotError);
    expect(() => readManifest(bytes.subarray(0, at)), `cut at ${at}`).toThrow(UnusableSnapshotError);
  }
});
