import type { Engine } from '../adapters/engine/engine.ts';
import { nextNumber } from '../adapters/store/counter-store.ts';
import type { Database, Queryable } from '../adapters/store/database.ts';
import { insertKey } from '../adapters/store/key-store.ts';
import { hasAnyProject } from '../adapters/store/project-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/ids.ts';
import { StartupError } from '../base/startup-error.ts';
import { projectCreateSchema } from '../schema/project.ts';
import { hashSecret, isDamagedSecret, newSecret, secretHint } from '../services/access/secret.ts';
import { createProject } from '../services/projects/create-project.ts';
import { writePrivateFile } from './write-private-file.ts';

export interface FirstStartServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'ensureProject'>;
}

export interface FirstStartOptions {
  /** Where the service will answer. */
  readonly url: string;
  /** Where to write the credentials, mode 0600. */
  readonly credentialsFile: string;
  /** The root key to use instead of a new one. */
  readonly rootKey?: string | undefined;
}

/** What a first start prints once and writes to `initial-credentials.json`, with these names. */
export interface InitialCredentials {
  readonly url: string;
  readonly project_id: number;
  readonly root_key: string;
  readonly capture_token: string;
}

/**
 * On an empty store: makes project 1 and the root key, and writes the credentials file. The file is complete before
 * the transaction commits, so that no crash leaves a store whose only key nobody knows. Null when the store is in use.
 * @throws StartupError when the root key that was set is a mistyped generated one
 */
export async function firstStart(
  services: FirstStartServices,
  options: FirstStartOptions,
): Promise<InitialCredentials | null> {
  if (await hasAnyProject(services.database.query)) return null;
  const rootKey = options.rootKey ?? newSecret('slp_');
  if (isDamagedSecret(rootKey)) throw new StartupError('SLUICE_ROOT_KEY is mistyped: its checksum is wrong.');
  return services.database.transaction(async (transaction) => {
    // Taking a number lets one replica at a time come here; those that waited find what the first one made.
    await nextNumber(transaction, 'first_start');
    if (await hasAnyProject(transaction)) return null;
    const joined: Pick<Database, 'query' | 'transaction'> = {
      query: transaction,
      transaction: (work) => work(transaction),
    };
    const request = projectCreateSchema.parse({ name: 'Default project' });
    const keyId = newUuid();
    const made = { captureToken: newSecret('slc_'), author: { keyId, label: 'root' } };
    const project = await createProject({ ...services, database: joined }, request, made);
    await insertRootKey(transaction, keyId, rootKey, services.clock.nowMs());
    const credentials = {
      url: options.url,
      project_id: project.id,
      root_key: rootKey,
      capture_token: project.api_token,
    };
    await writePrivateFile(options.credentialsFile, `${JSON.stringify(credentials, null, 2)}\n`);
    return credentials;
  });
}

async function insertRootKey(db: Queryable, id: string, rootKey: string, nowMs: number): Promise<void> {
  await insertKey(db, {
    id,
    label: 'root',
    secretHash: hashSecret(rootKey),
    previous: null,
    hint: secretHint(rootKey),
    scopes: ['*'],
    projectIds: null,
    endpointIds: null,
    createdBy: null,
    createdAtMs: nowMs,
    expiresAtMs: null,
    lastUsedAtMs: null,
  });
}
