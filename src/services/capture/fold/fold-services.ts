import type { Lane } from '../../admission/lane.ts';
import type { CaptureServices } from '../capture-services.ts';

/** What folding works with. */
export type FoldServices = Pick<
  CaptureServices,
  'engine' | 'database' | 'clock' | 'observe' | 'replica' | 'writeLock' | 'captureWriter'
>;

/** What folding behind the answers works with. */
export interface FolderServices extends FoldServices {
  /** Where its steps take turns with other work behind the answers. */
  readonly upkeepLane: Lane;
}

export interface FoldSettings {
  /** Overrides of a project wait at most this long while capture keeps up. */
  readonly foldAfterMs: number;
  /** So many overrides do not wait. */
  readonly foldAtOverrides: number;
  /** About the most overrides that are folded in one go. */
  readonly mostOverrides: number;
  /** No query reads its tables later than this after it was compiled. */
  readonly settleMs: number;
  /** Silence after which another replica may rewrite events. */
  readonly leaseMs: number;
  /** All replicas of the store use one engine. */
  readonly hasSharedEngine: boolean;
}
