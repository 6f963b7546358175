import type { Queryable } from '../../../adapters/store/database.ts';
import {
  deleteSigningKey,
  findSigningKey,
  insertSigningKey,
  listSigningKeys as listStored,
  MOST_SIGNING_KEYS,
  type SigningKeyRow,
  updateSigningKey,
} from '../../../adapters/store/signing-key-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newSecretBytes } from '../../../base/ids.ts';
import type {
  NewSigningKey,
  SigningKey,
  SigningKeyChange,
  SigningKeyCreate,
} from '../../../schema/signing-key.ts';
import { checkScope, type Principal } from '../../catalog/principal.ts';
import { recordChange, type Subject } from '../../record-change.ts';
import type { AccessServices } from '../access-services.ts';
import { checkStillValid } from '../check-still-valid.ts';
import { endpointsOfKey } from '../endpoints-of-key.ts';
import { checkPublicKey, newKeyPair } from './public-keys.ts';
import { signingKeyAnswer, signingKeyAnswers } from './signing-key-answer.ts';

/** The project of a call, and who calls. */
export interface SigningKeyCaller {
  readonly projectId: number;
  readonly principal: Principal;
}

/** The signing keys of a project, oldest first. */
export async function listSigningKeys(
  { database }: AccessServices,
  projectId: number,
): Promise<readonly SigningKey[]> {
  return signingKeyAnswers(database.query, projectId, await listStored(database.query, projectId));
}

/**
 * Makes a signing key, of a public key that is given or of a new pair, whose private half only this answer holds.
 * @throws AppError permission_denied for a caller who may not run; invalid_value for a key that does not fit, a past
 *   end and an absent endpoint; throttled beyond a hundred keys
 */
export async function createSigningKey(
  services: AccessServices,
  { projectId, principal }: SigningKeyCaller,
  request: SigningKeyCreate,
): Promise<NewSigningKey> {
  checkScope(principal, 'endpoint:run');
  const { database, clock } = services;
  const nowMs = clock.nowMs();
  const { publicKey, privateKey } = await keysOf(request);
  const key: SigningKeyRow = {
    id: `slk_${newSecretBytes(16).toString('hex')}`,
    projectId,
    label: request.label,
    algorithm: request.algorithm,
    publicKey,
    endpointIds: await endpointIds(database.query, projectId, request.endpoints),
    demands: request.require,
    ceiling: request.allow,
    shared: request.allow_shared,
    maxTtlSeconds: request.max_ttl_seconds,
    isActive: true,
    createdByKeyId: principal.keyId,
    createdAtMs: nowMs,
    expiresAtMs: endOf(request.expires_at, nowMs),
  };
  await database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    const present = await listStored(transaction, projectId);
    if (present.length >= MOST_SIGNING_KEYS)
      throw new AppError('invalid_value', `A project has at most ${MOST_SIGNING_KEYS} signing keys.`);
    await insertSigningKey(transaction, key);
    await record(transaction, { projectId, principal }, { after: key, nowMs });
  });
  const answer = await signingKeyAnswer(database.query, key);
  return { ...answer, ...(privateKey && { private_key: { ...privateKey, kid: key.id } }) };
}

async function keysOf({ algorithm, public_key, generate }: SigningKeyCreate) {
  if ((public_key === undefined) === (generate === undefined))
    throw new AppError('invalid_value', 'Send `public_key`, or `generate: true`.', { attr: 'public_key' });
  if (public_key === undefined) return newKeyPair(algorithm);
  return { publicKey: checkPublicKey(algorithm, public_key), privateKey: undefined };
}

function endpointIds(db: Queryable, projectId: number, names: readonly string[] | null) {
  return endpointsOfKey(db, { scopes: ['endpoint:run'], projectIds: [projectId] }, names);
}

function endOf(text: string | null, nowMs: number): number | null {
  const endMs = text === null ? null : Date.parse(text);
  if (endMs === null || endMs > nowMs) return endMs;
  throw new AppError('invalid_value', 'expires_at must be in the future.', { attr: 'expires_at' });
}

/**
 * Changes what is said of a signing key; what is not given stays.
 * @throws AppError not_found; invalid_value; permission_denied
 */
export async function changeSigningKey(
  { database, clock }: AccessServices,
  { projectId, principal }: SigningKeyCaller,
  id: string,
  request: SigningKeyChange,
): Promise<SigningKey> {
  checkScope(principal, 'endpoint:run');
  const nowMs = clock.nowMs();
  const before = await presentKey(database.query, projectId, id);
  const { label, endpoints, require, allow, allow_shared, max_ttl_seconds, is_active, expires_at } = request;
  const change = {
    ...(label !== undefined && { label }),
    ...(endpoints !== undefined && { endpointIds: await endpointIds(database.query, projectId, endpoints) }),
    ...(require !== undefined && { demands: require }),
    ...(allow !== undefined && { ceiling: allow }),
    ...(allow_shared !== undefined && { shared: allow_shared }),
    ...(max_ttl_seconds !== undefined && { maxTtlSeconds: max_ttl_seconds }),
    ...(is_active !== undefined && { isActive: is_active }),
    ...(expires_at !== undefined && { expiresAtMs: endOf(expires_at, nowMs) }),
  };
  if (Object.keys(change).length === 0) return signingKeyAnswer(database.query, before);
  const after = await database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    const changed = await updateSigningKey(transaction, projectId, id, change);
    if (changed !== undefined)
      await record(transaction, { projectId, principal }, { before, after: changed, nowMs });
    return changed;
  });
  return signingKeyAnswer(database.query, after ?? absent());
}

/** Removes a signing key; its tokens are refused from then on. @throws AppError not_found */
export async function removeSigningKey(
  { database, clock }: AccessServices,
  { projectId, principal }: SigningKeyCaller,
  id: string,
): Promise<void> {
  const before = await presentKey(database.query, projectId, id);
  await database.transaction(async (transaction) => {
    await deleteSigningKey(transaction, projectId, id);
    await record(transaction, { projectId, principal }, { before, nowMs: clock.nowMs() });
  });
}

/** @throws AppError not_found */
export async function presentKey(db: Queryable, projectId: number, id: string): Promise<SigningKeyRow> {
  return (await findSigningKey(db, projectId, id)) ?? absent();
}

function absent(): never {
  throw new AppError('not_found', 'There is no such signing key.');
}

function record(
  transaction: Queryable,
  { projectId, principal: { keyId, label } }: SigningKeyCaller,
  change: Parameters<typeof recordChange<SigningKeyRow>>[3],
): Promise<void> {
  return recordChange(transaction, { projectId, author: { keyId, label } }, SIGNING_KEY, change);
}

const SIGNING_KEY: Subject<SigningKeyRow> = {
  kind: 'signing_key',
  show: ({ id, label, algorithm, isActive, maxTtlSeconds, demands, ceiling, shared }) => ({
    id,
    name: label,
    members: {
      label,
      algorithm,
      is_active: isActive,
      max_ttl_seconds: maxTtlSeconds,
      require: demands,
      allow: ceiling,
      allow_shared: shared,
    },
  }),
};
