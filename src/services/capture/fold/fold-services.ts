import type { Lane } from '../../admission/lane.ts';
import type { CaptureServices } from '../capture-services.ts';

/** What folding works with. */
export type FoldServices = Pick<
  CaptureServices,
  'engine' | 'database' | 'clock' | 'observe' | 'replica' | 'writeLock' | 'captureWriter'
>;

/** What folding behind the answers works with. */
export interface FolderServices extends FoldServices {
  /** The lane in which steps of folding take turns with other work behind the answers. */
  readonly upkeepLane: Lane;
}

export interface FoldSettings {
  /** Overrides of a project wait at most this long while capture keeps up. */
  readonly foldAfterMs: number;
  /** With this many overrides in a project folding does not wait. */
  readonly foldAtOverrides: number;
  /** Approximate number of overrides that are folded in one go, at most. */
  readonly mostOverrides: number;
  /** No query reads the tables of folding later than this after it was compiled. */
  readonly settleMs: number;
  /** After this silence of a replica another one may rewrite events. */
  readonly leaseMs: number;
  /** True when all replicas of the store use one engine. */
  readonly hasSharedEngine: boolean;
}
