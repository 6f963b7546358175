import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordEngineSchema } from '../../src/adapters/store/engine-schema-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import type { GivenSettings } from '../../src/app/config.ts';
import { isServer } from '../../src/app/is-server.ts';
import { readSettings } from '../../src/app/read-settings.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [ENG-15.3], [ENG-14.2]: which form answers, and to whom the secret is sent.

const SECRET = 'a-secret-of-more-than-32-characters';

/** Something that answers at an address. @param takes whether it takes name and password; a process says who it is */
async function startSomething(
  form: 'process' | 'server',
  takes: (user: string, password: string) => boolean,
) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const [user, password] = [request.headers['x-clickhouse-user'], request.headers['x-clickhouse-key']];
    const isKnown = takes(String(user), String(password));
    if (isKnown && form === 'process') response.setHeader('x-sluice-engine', '0.2.0;schema=1;shards=1');
    if (!isKnown) response.writeHead(403, { 'x-clickhouse-exception-code': 516 });
    response.end(isKnown ? '26.8.2.2\n' : 'Code: 516.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://sluice:${SECRET}@127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function openStore() {
  const database = await openSqliteDatabase(path.join(temporaryFolder(), 'store.db'));
  onTestFinished(() => database.close());
  return database;
}

async function isServerAt(url: string, more: GivenSettings = {}, database = openStore()): Promise<boolean> {
  const settings = readSettings({ environment: {}, flags: { engineUrl: url, ...more } });
  return isServer(settings, [url], await database);
}

test('an engine process is known by the secrets that are derived for it, and never sees the secret itself', async () => {
  const { url, seen } = await startSomething('process', (user) => user === 'writer');
  expect(await isServerAt(url)).toBe(false);
  expect(seen).toHaveLength(1);
  expect(JSON.stringify(seen)).not.toContain(SECRET);
});

test('a server is asked as the user of the address after that', async () => {
  const { url, seen } = await startSomething(
    'server',
    (user, password) => user === 'sluice' && password === SECRET,
  );
  expect(await isServerAt(url)).toBe(true);
  expect(seen.map((headers) => headers['x-clickhouse-user'])).toEqual(['writer', 'sluice']);
});

test('the store says the form once an engine was used, and nobody is asked', async () => {
  const { url, seen } = await startSomething('server', () => true);
  for (const [form, expected] of [
    ['process', false],
    ['server', true],
    ['cluster', true],
  ] as const) {
    const database = await openStore();
    await recordEngineSchema(database.query, { engineId: 'one', form, version: 1 }, 0);
    expect(await isServerAt(url, {}, Promise.resolve(database))).toBe(expected);
  }
  expect(await isServerAt(url, { engineCluster: 'main' })).toBe(true);
  expect(seen).toEqual([]);
});

test('an address where nothing answers is waited for as an engine process', async () => {
  expect(await isServerAt(`http://sluice:${SECRET}@127.0.0.1:1`)).toBe(false);
});
