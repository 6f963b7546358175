import { insertKey, type KeyRow } from '../../adapters/store/key-store.ts';
import { listProjects } from '../../adapters/store/project-store.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import type { KeyCreate, KeyWithSecret } from '../../schema/key.ts';
import { checkScope, type Principal } from '../catalog/principal.ts';
import type { AccessServices } from './access-services.ts';
import { checkStillValid } from './check-still-valid.ts';
import { endpointsOfKey } from './endpoints-of-key.ts';
import { keyAnswer } from './key-answer.ts';
import { checkGrant, outlasts } from './key-reach.ts';
import { recordKeyChange } from './record-key-change.ts';
import { hashSecret, newSecret, secretHint } from './secret.ts';

/**
 * Makes a key with no more scopes and projects than the caller's own, which ends no later than the caller's secret.
 * Only this answer holds the new secret.
 * @throws AppError permission_denied; invalid_value for an absent project or endpoint and a past end
 */
export async function issueKey(
  services: AccessServices,
  principal: Principal,
  request: KeyCreate,
): Promise<KeyWithSecret> {
  checkScope(principal, 'key:write');
  const projectIds = request.projects === undefined ? principal.projectIds : request.projects;
  checkGrant(principal, { scopes: request.scopes, projectIds });
  await checkProjects(services, projectIds);
  const grant = { scopes: request.scopes, projectIds };
  const endpointIds = await endpointsOfKey(services.database.query, grant, request.endpoints ?? null);
  const nowMs = services.clock.nowMs();
  const expiresAtMs = endWithin(principal, futureInstant(request.expires_at, nowMs));
  const secret = newSecret('slp_');
  const key: KeyRow = {
    id: newUuid(),
    label: request.label,
    secretHash: hashSecret(secret),
    previous: null,
    hint: secretHint(secret),
    scopes: [...new Set(request.scopes)],
    projectIds: projectIds && [...new Set(projectIds)],
    endpointIds,
    createdBy: principal.keyId,
    createdAtMs: nowMs,
    expiresAtMs,
    lastUsedAtMs: null,
  };
  await services.database.transaction(async (transaction) => {
    await checkStillValid(transaction, principal);
    await insertKey(transaction, key);
    await recordKeyChange(transaction, principal, key, { after: key, nowMs });
  });
  return { ...(await keyAnswer(services.database.query, key)), value: secret };
}

async function checkProjects(services: AccessServices, projectIds: readonly number[] | null): Promise<void> {
  if (projectIds === null) return;
  const live = await listProjects(services.database.query, projectIds);
  const liveIds = new Set(live.map((project) => project.id));
  const index = projectIds.findIndex((id) => !liveIds.has(id));
  if (index === -1) return;
  throw new AppError('invalid_value', `There is no project ${projectIds[index]}.`, {
    attr: `projects.${index}`,
  });
}

/**
 * The end of a new key: the wanted one, or that of the caller's secret when none is wanted. Otherwise a secret that
 * ends could make a key that never does.
 */
function endWithin(principal: Principal, wantedMs: number | null): number | null {
  const endMs = wantedMs ?? principal.endsAtMs;
  if (!outlasts(endMs, principal)) return endMs;
  throw new AppError('permission_denied', 'A key cannot make a key that ends later than itself.', {
    attr: 'expires_at',
  });
}

function futureInstant(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const instantMs = Date.parse(text);
  if (instantMs > nowMs) return instantMs;
  throw new AppError('invalid_value', 'expires_at must be in the future.', { attr: 'expires_at' });
}
