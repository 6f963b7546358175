import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';

/** What `BackupMoments` works with. */
export interface BackupServices {
  readonly database: Pick<Database, 'beginCopy'>;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly spool: { copyTo(folder: string): Promise<void> };
  /** Keeps everybody else from writing events while `work` runs. */
  readonly writeLock: { hold<T>(writer: 'backup', work: () => Promise<T>): Promise<T> };
  readonly dataDir: string;
  /** Makes the folder `target` from what the engine's tables hold at this moment. */
  readonly freezeEngine: (target: string) => Promise<void>;
}
