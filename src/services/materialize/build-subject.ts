import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { CompiledVersion } from '../../query/plan.ts';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';
import type { KnownProject } from '../catalog/known-project.ts';

/** The subject of a build, read once at its beginning. */
export interface BuildSubject {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly project: KnownProject;
  readonly compiled: CompiledVersion;
}

/** What was written for a snapshot apart from the manifest. */
export type WrittenResult = Pick<SnapshotManifest, 'rows' | 'columns' | 'ready_rows' | 'objects'>;
