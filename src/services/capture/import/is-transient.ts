import { isAppError } from '../../../base/errors.ts';
import { isDiskFull } from '../../../base/is-disk-full.ts';

/** True when the same step of an import may work later. */
export function isTransient(error: unknown): boolean {
  const isAway = isAppError(
    error,
    'engine_unavailable',
    'query_capacity',
    'store_unavailable',
    'capture_capacity',
  );
  return isAway || isDiskFull(error);
}
