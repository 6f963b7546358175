import {
  deleteRevocation,
  insertRevocation,
  listRevocations as listStored,
  MOST_REVOCATIONS,
  type TokenRevocationRow,
} from '../../../adapters/store/signing-key-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import { isoTime } from '../../../base/iso-time.ts';
import type { Revocation, RevocationCreate } from '../../../schema/signing-key.ts';
import type { AccessServices } from '../access-services.ts';
import { presentKey } from './signing-keys.ts';

/** A signing key of a project. */
interface OfSigningKey {
  readonly projectId: number;
  readonly signingKeyId: string;
}

/** The revocations of a signing key, newest first. @throws AppError not_found */
export async function listRevocations(
  { database }: AccessServices,
  { projectId, signingKeyId }: OfSigningKey,
): Promise<readonly Revocation[]> {
  await presentKey(database.query, projectId, signingKeyId);
  return (await listStored(database.query, projectId, signingKeyId)).map(toAnswer);
}

/**
 * Ends tokens before their time, everywhere within 2 s. What says no end goes when the last such token has run out, but
 * for a subject, which stays out until it is let in again.
 * @throws AppError not_found; invalid_value unless one of the three is given, and beyond the most of a key
 */
export async function revokeTokens(
  { database, clock }: AccessServices,
  { projectId, signingKeyId }: OfSigningKey,
  { sub, jti, issued_before, until }: RevocationCreate,
): Promise<Revocation> {
  const { maxTtlSeconds } = await presentKey(database.query, projectId, signingKeyId);
  const nowMs = clock.nowMs();
  const given = [
    ...(sub === undefined ? [] : [{ kind: 'sub', what: sub, sinceMs: null } as const]),
    ...(jti === undefined ? [] : [{ kind: 'jti', what: jti, sinceMs: nowMs } as const]),
    ...(issued_before === undefined ? [] : [issuedBefore(Date.parse(issued_before))]),
  ];
  const [only, ...others] = given;
  if (only === undefined || others.length > 0)
    throw new AppError('invalid_value', 'Send one of `sub`, `jti` and `issued_before`.', { attr: 'sub' });
  const { kind, what, sinceMs } = only;
  // A token may last longer than the key allows now: the day is the most that any key allows.
  const ownEndMs =
    sinceMs === null ? null : Math.max(sinceMs, nowMs) + Math.max(maxTtlSeconds, DAY_SECONDS) * 1000;
  const untilMs = until === undefined ? ownEndMs : Date.parse(until);
  const revocation: TokenRevocationRow = {
    ...{ id: newUuid(), projectId, signingKeyId, kind, what, madeAtMs: nowMs, untilMs },
  };
  const isAdded = await database.transaction((transaction) => insertRevocation(transaction, revocation));
  if (!isAdded)
    throw new AppError('invalid_value', `A signing key has at most ${MOST_REVOCATIONS} revocations.`);
  return toAnswer(revocation);
}

const DAY_SECONDS = 86_400;

function issuedBefore(beforeMs: number) {
  return { kind: 'issued_before', what: String(beforeMs), sinceMs: beforeMs } as const;
}

/** Takes a revocation back: tokens that have not run out count again. @throws AppError not_found */
export async function allowTokens(
  { database }: AccessServices,
  { projectId, signingKeyId }: OfSigningKey,
  id: string,
): Promise<void> {
  if (await deleteRevocation(database.query, projectId, { signingKeyId, id })) return;
  throw new AppError('not_found', 'There is no such revocation.');
}

function toAnswer({ id, kind, what, madeAtMs, untilMs }: TokenRevocationRow): Revocation {
  return {
    id,
    kind,
    what: kind === 'issued_before' ? isoTime(Number(what)) : what,
    made_at: isoTime(madeAtMs),
    until: untilMs === null ? null : isoTime(untilMs),
  };
}
