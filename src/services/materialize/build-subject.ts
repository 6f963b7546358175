import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { CompiledVersion, ProjectContext } from '../../query/plan.ts';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';

/** What is built, read once at the beginning. */
export interface BuildSubject {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly project: ProjectContext;
  readonly compiled: CompiledVersion;
}

/** The objects of a snapshot but the manifest, written. */
export type WrittenResult = Pick<SnapshotManifest, 'rows' | 'columns' | 'ready_rows' | 'objects'>;
