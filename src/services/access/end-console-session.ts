import { deleteSession } from '../../adapters/store/console-store.ts';
import { AppError } from '../../base/errors.ts';
import type { Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';

/**
 * Ends the calling session: in this process with the next call, in other replicas within 2 s.
 * @throws AppError not_found when a key calls by itself
 */
export async function endConsoleSession(
  { database }: Pick<AccessServices, 'database'>,
  { session }: Principal,
): Promise<void> {
  if (session === null)
    throw new AppError('not_found', 'The call was made with a key and not with a session.');
  await deleteSession(database.query, session.tokenHash);
}
