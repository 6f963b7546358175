import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { insertKey } from '../../src/adapters/store/key-store.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { newUuid } from '../../src/base/ids.ts';
import type { AccessServices } from '../../src/services/access/access-services.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { createConsoleCode } from '../../src/services/access/create-console-code.ts';
import { createConsoleSession } from '../../src/services/access/create-console-session.ts';
import { endConsoleSession } from '../../src/services/access/end-console-session.ts';
import { KeyUses } from '../../src/services/access/key-uses.ts';
import { revokeKey } from '../../src/services/access/revoke-key.ts';
import { rollKey } from '../../src/services/access/roll-key.ts';
import { hashSecret, newSecret } from '../../src/services/access/secret.ts';
import { SessionUses } from '../../src/services/access/session-uses.ts';
import { VerifiedTokens } from '../../src/services/access/tokens/verified-tokens.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';

// Sessions over several services on PostgreSQL. [CON-2.4], [CON-2.5].

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

async function openServices(url: string): Promise<AccessServices> {
  const database = await openPostgresDatabase({
    url,
    maxConnections: 10,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 60_000,
  });
  onTestFinished(() => database.close());
  const observe = () => undefined;
  return {
    database,
    clock: systemClock,
    catalog: new Catalog(database),
    keyUses: new KeyUses(database, observe),
    sessionUses: new SessionUses(database, observe),
    tokens: new VerifiedTokens(),
  };
}

async function addKey({ database }: AccessServices): Promise<{ id: string; header: string }> {
  const [id, secret] = [newUuid(), newSecret('slp_')];
  await insertKey(database.query, {
    ...{ id, label: 'ada', secretHash: hashSecret(secret), previous: null, hint: '', scopes: ['*'] },
    ...{
      projectIds: null,
      endpointIds: null,
      createdBy: null,
      createdAtMs: Date.now(),
      expiresAtMs: null,
      lastUsedAtMs: null,
    },
  });
  return { id, header: `Bearer ${secret}` };
}

const isLetIn = (services: AccessServices, header: string): Promise<boolean> =>
  authenticate(services, header).then(
    () => true,
    () => false,
  );

test('one of 100 calls with a code gets a session, over two services', async () => {
  const url = await postgres.newDatabase();
  const services = [await openServices(url), await openServices(url)] as const;
  const { header } = await addKey(services[0]);
  const { code } = await createConsoleCode(services[0], header);
  const calls = Array.from({ length: 100 }, (_, call) =>
    createConsoleSession(services[call % 2 === 0 ? 0 : 1], { code, stay: false }).then(
      ({ token }) => token,
      () => null,
    ),
  );
  const tokens = (await Promise.all(calls)).filter((token) => token !== null);
  expect(tokens).toHaveLength(1);
  expect(await isLetIn(services[1], `Bearer ${tokens[0]}`)).toBe(true);
});

test('sessions made at once stay within the bound', async () => {
  const services = await openServices(await postgres.newDatabase());
  const { header } = await addKey(services);
  const calls = Array.from({ length: 70 }, () =>
    createConsoleSession(services, { authorization: header, stay: false }),
  );
  await Promise.all(calls);
  const rows = await services.database.query.selectFrom('consoleSessions').select('tokenHash').execute();
  expect(rows).toHaveLength(50);
});

test('signing out, revoking and rolling through one service ends sessions in the other within 2 s', async () => {
  const url = await postgres.newDatabase();
  const [one, other] = [await openServices(url), await openServices(url)];
  const ends = [
    async (header: string) => endConsoleSession(one, await authenticate(one, header)),
    async (header: string, id: string) => revokeKey(one, await authenticate(one, header), id),
    async (header: string, id: string) =>
      void (await rollKey(one, await authenticate(one, header), id, { overlap_seconds: 3600 })),
  ];
  for (const end of ends) {
    const key = await addKey(one);
    const { token } = await createConsoleSession(one, { authorization: key.header, stay: true });
    const session = `Bearer ${token}`;
    expect([await isLetIn(one, session), await isLetIn(other, session)]).toEqual([true, true]);
    await end(session, key.id);
    expect(await isLetIn(one, session)).toBe(false);
    await vi.waitUntil(async () => !(await isLetIn(other, session)), { timeout: 2_000, interval: 20 });
  }
});
