import { AppError } from '../../base/errors.ts';
import { UniqueViolationError } from './unique-violation-error.ts';

/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = '23505';
/** serialization_failure and deadlock_detected: the same work succeeds when it is done again. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
/**
 * What the outside world and not our statement is to blame for: connection exceptions (08), insufficient resources
 * (53), operator intervention such as shutdown and the statement timeout (57), a lock timeout, a server that became a
 * standby.
 */
const UNAVAILABLE_CLASSES: readonly string[] = ['08', '53', '57', '55P03', '25006'];
/** Errors of the socket, without a server that could give an SQLSTATE. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** Losses of a connection that the driver reports as text only. */
const LOST_CONNECTION = /connection (terminated|timeout)|timeout exceeded|not queryable|client was closed/i;

/** The driver's error as the rest of the program knows it; errors that are none of the above stay as they are. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION) return new UniqueViolationError(error);
  if (!isUnavailable(error, code)) return error;
  return new AppError('store_unavailable', 'The metadata store cannot be used at the moment.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}

/** True when two transactions were in each other's way and this one was chosen to start again. */
export function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof Error && CONFLICTS.has(codeOf(error.cause));
}

function isUnavailable(error: Error, code: string): boolean {
  if (CONFLICTS.has(code) || SOCKET_CODES.has(code)) return true;
  if (UNAVAILABLE_CLASSES.some((start) => code.startsWith(start))) return true;
  return code === '' && LOST_CONNECTION.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
