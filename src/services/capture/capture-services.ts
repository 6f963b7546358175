import type { ImportKey } from '../../adapters/store/import-store.ts';
import type { Workers } from '../../adapters/workers/workers.ts';
import type { WriteLeases } from '../leases/write-leases.ts';
import type { UnpackServices } from './protocol/unpack-body.ts';
import type { RecentEvents } from './spool/recent-events.ts';
import type { Spool } from './spool/spool.ts';
import type { CaptureWriter } from './writer/capture-writer.ts';
import type { WaitingDeletions } from './writer/waiting-deletions.ts';
import type { WaitingShares } from './writer/waiting-shares.ts';
import type { WriterServices } from './writer/writer-services.ts';

/** What the use cases of capture work with. */
export interface CaptureServices extends WriterServices, UnpackServices {
  /** The name of this replica in the metadata store. */
  readonly replica: string;
  readonly spool: Spool;
  readonly recentEvents: RecentEvents;
  readonly captureWriter: CaptureWriter;
  readonly waitingShares: WaitingShares;
  readonly writeLock: WriteLeases;
  readonly waitingDeletions: WaitingDeletions;
  readonly captureLimits: CaptureLimits;
  readonly workers: Workers;
  readonly importFolder: RejectedRows;
  /** The bytes of the MMDB file that `$geoip_*` are filled from; absent = they are not filled. */
  readonly geoipDatabase?: SharedArrayBuffer | undefined;
}

/** Rows that imports did not take. */
interface RejectedRows {
  /** Removes those that belong to none of the imports which `findKept` answers. */
  keepRejects(findKept: () => Promise<readonly ImportKey[]>): Promise<void>;
}

interface CaptureLimits {
  /** Largest body after unpacking, bytes. */
  readonly maxBodyBytes: number;
  /** Longest time that `?wait=true` waits for the events to become visible. */
  readonly waitTimeoutMs: number;
}
