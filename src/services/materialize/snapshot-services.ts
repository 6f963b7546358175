import type { Engine } from '../../adapters/engine/engine.ts';
import type { ObjectStore } from '../../adapters/objects/object-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Workers } from '../../adapters/workers/workers.ts';
import type { Clock } from '../../base/clock.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import type { Lane } from '../admission/lane.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CompiledVersions } from '../execution/compiled-versions.ts';
import type { RunLimits } from '../execution/execution-services.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import type { SnapshotSources } from './snapshot-sources.ts';

/** What building and comparing snapshots work with. */
export interface SnapshotServices {
  readonly database: Database;
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly catalog: Pick<Catalog, 'context'>;
  readonly compiledVersions: CompiledVersions;
  readonly snapshotSources: SnapshotSources;
  readonly snapshotReader: SnapshotReader;
  readonly runLimits: RunLimits;
  readonly slices: LoopSlices;
  readonly workers: Workers;
  readonly buildLane: Lane;
}
