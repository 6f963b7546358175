import { AppError } from '../../base/errors.ts';
import { StartupError } from '../../base/startup-error.ts';

/** Tells what is wrong with a PostgreSQL server in a sentence; neither ours nor the driver's holds the password. */
export function unusableServer(error: unknown): StartupError {
  const cause = error instanceof AppError ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartupError(`The PostgreSQL server of SLUICE_DATABASE_URL cannot be used: ${reason}`);
}
