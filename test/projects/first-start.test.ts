import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listKeys } from '../../src/adapters/store/key-store.ts';
import { hasAnyProject } from '../../src/adapters/store/project-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { firstStart } from '../../src/app/first-start.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { hashSecret, newSecret } from '../../src/services/access/secret.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { NOW } from '../store/add-project.ts';

// [SPEC-7.5].

const URL = 'http://127.0.0.1:8700';

async function openFirstStart() {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const folder = temporaryFolder();
  const services = { database, clock: new SettableClock(NOW), engine: { ensureProject: async () => {} } };
  return {
    services,
    folder,
    options: { url: URL, credentialsFile: join(folder, 'initial-credentials.json') },
  };
}

test('an empty store gets project 1 and a root key, in a file that only its owner can read', async () => {
  const { services, folder, options } = await openFirstStart();
  const credentials = await firstStart(services, options);
  expect(credentials).toEqual({
    url: URL,
    project_id: 1,
    root_key: expect.stringMatching(/^slp_[0-9A-Za-z]{49}$/),
    capture_token: expect.stringMatching(/^slc_[0-9A-Za-z]{49}$/),
  });
  expect(JSON.parse(readFileSync(options.credentialsFile, 'utf8'))).toEqual(credentials);
  expect(statSync(options.credentialsFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['initial-credentials.json']);
  const [key] = await listKeys(services.database.query);
  expect(key).toMatchObject({ label: 'root', scopes: ['*'], projectIds: null });
  expect(key?.secretHash).toBe(hashSecret(credentials?.root_key ?? ''));
});

test('a store in use is left alone', async () => {
  const { services, options } = await openFirstStart();
  const credentials = await firstStart(services, options);
  expect(await firstStart(services, options)).toBeNull();
  expect(JSON.parse(readFileSync(options.credentialsFile, 'utf8'))).toEqual(credentials);
  expect(await listKeys(services.database.query)).toHaveLength(1);
});

test('a root key can be chosen', async () => {
  const { services, options } = await openFirstStart();
  const credentials = await firstStart(services, { ...options, rootKey: 'slp_myOwnRootKey0123456789' });
  expect(credentials?.root_key).toBe('slp_myOwnRootKey0123456789');
});

test('a mistyped generated root key is refused', async () => {
  const { services, options } = await openFirstStart();
  const rootKey = newSecret('slc_').replace('slc_', 'slp_');
  await expect(firstStart(services, { ...options, rootKey })).rejects.toThrow(StartupError);
});

test('when the credentials cannot be written, the store stays empty for the next attempt', async () => {
  const { services, folder, options } = await openFirstStart();
  const credentialsFile = join(folder, 'missing', 'initial-credentials.json');
  await expect(firstStart(services, { ...options, credentialsFile })).rejects.toThrow('ENOENT');
  expect(await hasAnyProject(services.database.query)).toBe(false);
  expect((await firstStart(services, options))?.project_id).toBe(1);
});
