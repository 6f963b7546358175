import { ERROR_CATALOG, type ErrorCode } from '../../base/errors.ts';
import type { Operation } from '../operations/operation.ts';

/** The codes of errors that an operation can answer: those that its form brings with it, and its own. */
export function errorCodes({
  access,
  query,
  isConditional,
  body,
  errors = [],
}: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(errors);
  if (access !== 'open') {
    codes.add('authentication_failed').add('permission_denied').add('throttled').add('store_unavailable');
  }
  if (query !== undefined) codes.add('invalid_value');
  if (query !== undefined || access !== 'open') codes.add('unknown_member');
  if (body !== undefined) {
    codes.add('invalid_json').add('unknown_member').add('invalid_value');
    codes.add('unsupported_media_type').add('payload_too_large');
  }
  if (isConditional === true) codes.add('precondition_failed');
  codes.add('internal_error').add('engine_unavailable');
  return [...codes].toSorted((a, b) => ERROR_CATALOG[a].status - ERROR_CATALOG[b].status || (a < b ? -1 : 1));
}
