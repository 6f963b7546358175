import { AppError } from '../../base/errors.ts';
import type { AccessServices } from './access-services.ts';
import { authenticate, bearerOf } from './authenticate.ts';
import { hashSecret } from './secret.ts';

/** A key by its id, and the SHA-256 of the secret that its owner has shown. */
export interface PersonalKey {
  readonly keyId: string;
  readonly secretHash: string;
}

/**
 * The key in a header `Authorization`, itself and not by a session.
 * @throws AppError authentication_failed; permission_denied for a session
 */
export async function personalKey(
  services: AccessServices,
  authorization: string | undefined,
): Promise<PersonalKey> {
  const principal = await authenticate(services, authorization);
  if (principal.session !== null) throw keyNeeded();
  return { keyId: principal.keyId, secretHash: hashSecret(bearerOf(authorization) ?? '') };
}

/** The refusal of a session where only a key counts: sessions make no sessions and no codes. */
export function keyNeeded(): AppError {
  return new AppError(
    'permission_denied',
    'This needs a personal API key; a session of the console is none.',
  );
}
