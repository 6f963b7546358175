import { onTestFinished } from 'vitest';
import { insertKey, type KeyRow } from '../../src/adapters/store/key-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { newUuid } from '../../src/base/ids.ts';
import type { Observation } from '../../src/base/observation.ts';
import type { Scope } from '../../src/schema/scopes.ts';
import type { AccessServices } from '../../src/services/access/access-services.ts';
import { KeyUses } from '../../src/services/access/key-uses.ts';
import { hashSecret, newSecret, secretHint } from '../../src/services/access/secret.ts';
import { SessionUses } from '../../src/services/access/session-uses.ts';
import { VerifiedTokens } from '../../src/services/access/tokens/verified-tokens.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { type Principal, scopesOf } from '../../src/services/catalog/principal.ts';
import { addProject, NOW } from '../store/add-project.ts';

export interface AccessFixture {
  readonly services: AccessServices & { readonly clock: SettableClock };
  readonly observations: readonly Observation[];
  /** Stores a key and gives its secret with it. */
  addKey(given?: Partial<KeyRow>): Promise<{ readonly key: KeyRow; readonly secret: string }>;
}

/** Access on a fresh store with the projects 1, 2 and 3, at 2026-01-05T09:00:00Z. */
export async function openAccess(): Promise<AccessFixture> {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  for (const token of ['slc_1', 'slc_2', 'slc_3']) await addProject(database, token);
  const observations: Observation[] = [];
  const clock = new SettableClock(NOW);
  const observe = (observation: Observation) => void observations.push(observation);
  const keyUses = new KeyUses(database, observe);
  const sessionUses = new SessionUses(database, observe);
  const services = {
    database,
    clock,
    observe,
    catalog: new Catalog(database),
    keyUses,
    sessionUses,
    tokens: new VerifiedTokens(),
  };
  const addKey: AccessFixture['addKey'] = async (given = {}) => {
    const secret = newSecret('slp_');
    const key: KeyRow = {
      id: newUuid(),
      label: 'test',
      secretHash: hashSecret(secret),
      previous: null,
      hint: secretHint(secret),
      scopes: ['*'],
      projectIds: null,
      endpointIds: null,
      createdBy: null,
      createdAtMs: NOW,
      expiresAtMs: null,
      lastUsedAtMs: null,
      ...given,
    };
    await insertKey(database.query, key);
    return { key, secret };
  };
  await addKey({ id: CALLER, label: CALLER });
  return { services, observations, addKey };
}

/** The key of `principalWith`. */
const CALLER = 'caller';

/** A caller with these scopes, bound to these projects (null = every project). */
export function principalWith(
  scopes: readonly Scope[],
  projectIds: readonly number[] | null,
  endsAtMs: number | null = null,
): Principal {
  return {
    keyId: CALLER,
    label: CALLER,
    scopes: scopesOf(scopes),
    projectIds,
    endpointIds: null,
    endsAtMs,
    session: null,
    token: null,
  };
}
