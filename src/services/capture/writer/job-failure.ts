import { ObjectsUnavailableError } from '../../../adapters/objects/object-store.ts';
import { isAppError } from '../../../base/errors.ts';
import { isDiskFull } from '../../../base/is-disk-full.ts';

/** True when the same step of a job may work later: engine, store, object storage or disk refuse it for now. */
export function isTransient(error: unknown): boolean {
  const isAway = isAppError(
    error,
    'engine_unavailable',
    'query_capacity',
    'throttled',
    'store_unavailable',
    'capture_capacity',
  );
  return isAway || isDiskFull(error) || error instanceof ObjectsUnavailableError;
}

/** Why a job failed, as its owner sees it. */
export function failureReason(error: unknown): string {
  const isExposed = isAppError(error) && error.code !== 'internal_error';
  return isExposed ? error.message : 'A defect of the service; its log has more.';
}
