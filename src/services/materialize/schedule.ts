import { hash } from 'node:crypto';
import { JITTER_SHARE, type MaterializationRecord } from '../../adapters/store/materialization-store.ts';

const MOST_JITTER_MS = 300_000;

/**
 * How much later an endpoint is built than others that were switched on at the same moment. Always the same for an
 * endpoint; at most a tenth of the interval and at most five minutes.
 */
export function jitterMs(endpointId: string, intervalMs: number): number {
  const most = Math.min(MOST_JITTER_MS, Math.floor(intervalMs / JITTER_SHARE));
  return Number.parseInt(hash('sha256', endpointId, 'hex').slice(0, 8), 16) % most;
}

/**
 * When the build after the one that begins at `startedAtMs` is due: an interval after the moment that this build was
 * planned for, so that builds keep their place in the day. If that moment has passed (missed slots run once), and for a
 * build out of turn, the plan begins anew: an interval and the jitter after now.
 */
export function nextRunMs(
  {
    endpointId,
    intervalMs,
    nextRunAtMs,
  }: Pick<MaterializationRecord, 'endpointId' | 'intervalMs' | 'nextRunAtMs'>,
  startedAtMs: number,
  isPlanned: boolean,
): number {
  const regular = (nextRunAtMs ?? startedAtMs) + intervalMs;
  if (isPlanned && regular > startedAtMs) return regular;
  return startedAtMs + intervalMs + jitterMs(endpointId, intervalMs);
}

const FIRST_RETRY_MS = 60_000;

/** Wait after a number of failures in a row: 1, 2, 4, ... minutes, at most the interval. */
export function retryDelayMs(failuresInARow: number, intervalMs: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(30, failuresInARow - 1), intervalMs);
}

/**
 * Builds whose process ended are taken over at once this often. After that they wait like failed builds, because the
 * build may be what ends the process.
 */
const FREE_TAKEOVERS = 2;

/** As `retryDelayMs`, for a build that was lost with its process. */
export function takeoverDelayMs(failuresInARow: number, intervalMs: number): number {
  return failuresInARow <= FREE_TAKEOVERS ? 0 : retryDelayMs(failuresInARow - FREE_TAKEOVERS, intervalMs);
}
