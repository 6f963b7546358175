import { insertCode } from '../../adapters/store/console-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { ConsoleCode } from '../../schema/console.ts';
import type { AccessServices } from './access-services.ts';
import { presentKey } from './create-console-session.ts';
import { personalKey } from './personal-key.ts';
import { hashSecret, newCode } from './secret.ts';

const CODE_MS = 10 * 60_000;

/**
 * Makes a code that begins one session of the calling key within 10 minutes; only this answer holds it.
 * @param authorization the header of that name
 * @throws AppError authentication_failed, also for a replaced secret; permission_denied for a session
 */
export async function createConsoleCode(
  services: AccessServices,
  authorization: string | undefined,
): Promise<ConsoleCode> {
  const key = await personalKey(services, authorization);
  const nowMs = services.clock.nowMs();
  const code = newCode();
  const row = { ...key, codeHash: hashSecret(code), createdAtMs: nowMs, endsAtMs: nowMs + CODE_MS };
  await services.database.transaction(async (transaction) => {
    await presentKey(transaction, key, nowMs);
    await insertCode(transaction, row);
  });
  return { code, expires_at: isoTime(row.endsAtMs) };
}
