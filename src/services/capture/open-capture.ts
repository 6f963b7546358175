import { ensureCaptureProgress } from '../../adapters/store/capture-progress-store.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { CaptureServices } from './capture-services.ts';
import { completeDeletions } from './deletion/begin-deletion.ts';
import { Spool } from './spool/spool.ts';
import { CaptureWriter } from './writer/capture-writer.ts';
import { WaitingDeletions } from './writer/waiting-deletions.ts';
import { WaitingShares } from './writer/waiting-shares.ts';
import { WriteLock } from './writer/write-lock.ts';
import type { WriterServices } from './writer/writer-services.ts';

export interface CaptureOptions {
  /** Names the spool and the imports in the metadata store, which other replicas may share. */
  readonly replica: string;
  /** Folder of the spool files. */
  readonly spoolFolder: string;
  /** Bytes of accepted events that may wait for the engine. */
  readonly spoolMaxBytes: number;
  /** Longest time that accepted events wait before they are written, milliseconds. */
  readonly flushAfterMs: number;
}

export interface Capture
  extends Pick<
    CaptureServices,
    'replica' | 'spool' | 'captureWriter' | 'waitingShares' | 'writeLock' | 'waitingDeletions'
  > {
  /**
   * Writes the accepted events as far as the engine answers, and closes the files. Nothing may be received any more.
   */
  close(): Promise<void>;
}

/**
 * Opens the spool and starts to write the events that an earlier process left in it.
 * @throws StartupError when the spool is damaged or older than the metadata store
 */
export async function openCapture(services: WriterServices, options: CaptureOptions): Promise<Capture> {
  const progress = await ensureCaptureProgress(services.database.query, options.replica);
  const spool = await Spool.open(
    {
      folder: options.spoolFolder,
      maxBytes: options.spoolMaxBytes,
      onSync: (durationMs) => services.observe({ kind: 'disk_sync', file: 'spool', durationMs }),
    },
    progress.appliedTo,
  );
  if (spool.end < progress.appliedTo) {
    await spool.close();
    throw new StartupError(
      `The event spool in ${options.spoolFolder} ends at ${spool.end}, but the metadata store has seen it up to ` +
        `${progress.appliedTo}. Restore both from the same backup, or move the spool files away.`,
    );
  }
  await completeDeletions(services, options.replica);
  // What is written needs no segment any more, and may be of somebody who was deleted. What is not goes when it is.
  await spool.closeSegment();
  await spool.release(progress.writtenTo);
  const writeLock = new WriteLock();
  const writerOptions = { spoolName: options.replica, flushAfterMs: options.flushAfterMs };
  const shares = new WaitingShares(services.engine, options.spoolMaxBytes);
  const parts = { spool, shares, lock: writeLock, progress };
  const captureWriter = new CaptureWriter(services, parts, writerOptions);
  const close = async (): Promise<void> => {
    await captureWriter.close();
    await spool.close();
  };
  return {
    replica: options.replica,
    spool,
    captureWriter,
    waitingShares: shares,
    writeLock,
    waitingDeletions: new WaitingDeletions(),
    close,
  };
}
