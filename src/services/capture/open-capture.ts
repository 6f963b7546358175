import { ensureCaptureProgress, setPassed } from '../../adapters/store/capture-progress-store.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { LeaseTimes } from '../leases/held-lease.ts';
import type { CaptureServices } from './capture-services.ts';
import { LateDeletions } from './deletion/late-deletions.ts';
import { openLeases } from './open-leases.ts';
import { RecentEvents } from './spool/recent-events.ts';
import { Spool } from './spool/spool.ts';
import { CaptureWriter } from './writer/capture-writer.ts';
import { SpoolMarks } from './writer/spool-marks.ts';
import { WaitingDeletions } from './writer/waiting-deletions.ts';
import { WaitingShares } from './writer/waiting-shares.ts';
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
  /** Of the right to write, where several services write into one engine. */
  readonly leaseTimes?: LeaseTimes;
}

export interface Capture
  extends Pick<
    CaptureServices,
    | 'replica'
    | 'spool'
    | 'recentEvents'
    | 'captureWriter'
    | 'waitingShares'
    | 'writeLock'
    | 'waitingDeletions'
  > {
  readonly lateDeletions: LateDeletions;
  /**
   * Writes the accepted events as far as the engine answers, and closes the files. Nothing may be received any more.
   */
  close(): Promise<void>;
}

/** A service that stops waits no longer for its turn to write; its events stay in the spool. */
const LEASE_PATIENCE_MS = 5_000;

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
  const writeLock = await openLeases(services, options);
  // What is written needs no segment any more, and may be of somebody who was deleted. What is not goes when it is.
  await spool.closeSegment();
  await spool.release(progress.writtenTo);
  if (services.engine.isShared) await setPassed(services.database.query, options.replica, 0);
  const writerOptions = { spoolName: options.replica, flushAfterMs: options.flushAfterMs };
  const shares = new WaitingShares(services.engine, options.spoolMaxBytes);
  const lateDeletions = new LateDeletions(options.replica);
  const deleteAgain = lateDeletions.run.bind(lateDeletions);
  const parts = { spool, shares, lock: writeLock, progress, deleteAgain };
  const captureWriter = new CaptureWriter(services, parts, writerOptions);
  const marks = new SpoolMarks(services, { spool, captureWriter, spoolName: options.replica });
  if (services.engine.isShared) marks.start();
  const close = async (): Promise<void> => {
    const patience = setTimeout(() => writeLock.close(), LEASE_PATIENCE_MS);
    await captureWriter.close();
    clearTimeout(patience);
    if (services.engine.isShared) await marks.stop();
    await spool.close();
  };
  return {
    replica: options.replica,
    spool,
    recentEvents: new RecentEvents(),
    captureWriter,
    waitingShares: shares,
    writeLock,
    waitingDeletions: new WaitingDeletions(),
    lateDeletions,
    close,
  };
}
