import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { findFreeImports } from '../../src/adapters/store/import-lease-store.ts';
import {
  addImportedPart,
  findImport,
  type ImportKey,
  type ImportOrder,
  insertImport,
  stopImport,
} from '../../src/adapters/store/import-store.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import { type HeldImport, ImportLeases } from '../../src/services/capture/import/import-leases.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { addProject, NOW } from '../store/add-project.ts';

// One of the services on a store runs an import. [CAP-7.13].

let postgres: TestPostgres;
let database: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.newDatabase();
  database = await openPostgresDatabase({ url, maxConnections: 5, statementTimeoutMs: 10_000 });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const ORDER: ImportOrder = {
  format: 'jsonl',
  mapping: null,
  path: '/file',
  fileState: '',
  ownsFile: true,
  rejectPath: '/rejects',
  onError: 'skip',
  isDryRun: false,
};
const PATIENCE = { timeout: 20_000, interval: 20 };

let key: ImportKey;
let imports = 0;
beforeEach(async () => {
  imports += 1;
  const { id: projectId } = await addProject(database, `slc_${imports}`);
  key = { projectId, id: `import-${imports}` };
  await insertImport(database.query, { ...key, replica: 'one', fileName: 'f', order: ORDER }, NOW);
});

const leasesOf = (replica: string, leaseMs = 60_000) =>
  new ImportLeases({ database, replica, observe: () => undefined }, leaseMs);

/** Holds the import until `end` is called. */
function holding(leases: ImportLeases) {
  const begun = Promise.withResolvers<HeldImport>();
  const ending = Promise.withResolvers<void>();
  const held = leases.hold(key, async (each) => {
    begun.resolve(each);
    await ending.promise;
  });
  return { held, begun: begun.promise, end: ending.resolve };
}

const freeIds = async () => (await findFreeImports(database.query)).map(({ id }) => id);
const FAR_MS = Date.UTC(2100, 0);

test('one service runs an import, and the next one may when it lets go', async () => {
  const first = holding(leasesOf('one'));
  await first.begun;
  expect(await leasesOf('two').hold(key, () => Promise.reject(new Error('ran twice')))).toBe(false);
  expect(await freeIds()).not.toContain(key.id);
  first.end();
  expect(await first.held).toBe(true);
  expect(await freeIds()).toContain(key.id);
  const ran: string[] = [];
  expect(await leasesOf('two').hold(key, async () => void ran.push('two'))).toBe(true);
  expect(ran).toEqual(['two']);
});

test('who is silent for too long loses it, and is told', async () => {
  const first = holding(leasesOf('one', 600));
  const { lost } = await first.begun;
  // As if this one had been frozen meanwhile.
  await sql`update imports set lease_owner = 'two', lease_expires_at_ms = ${FAR_MS} where id = ${key.id}`.execute(
    database.query,
  );
  await vi.waitFor(() => expect(lost.aborted).toBe(true), PATIENCE);
  first.end();
  await first.held;
  expect(await freeIds()).not.toContain(key.id);
});

test('a service that renews its lease keeps it', async () => {
  const first = holding(leasesOf('one', 3_000));
  const { lost } = await first.begun;
  const startedMs = performance.now();
  while (performance.now() - startedMs < 6_000) {
    expect(await leasesOf('two').hold(key, async () => undefined)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(lost.aborted).toBe(false);
  first.end();
  await first.held;
});

test('the service that runs it hears that its owner has stopped it through another one', async () => {
  const first = holding(leasesOf('one', 600));
  const { stopped } = await first.begun;
  await stopImport(database.query, key, NOW);
  await vi.waitFor(() => expect(stopped.aborted).toBe(true), PATIENCE);
  first.end();
  await first.held;
});

test('an import that waits is free when the service that took it is gone', async () => {
  expect(await freeIds()).toContain(key.id);
  await sql`insert into replicas values ('one', '1', extract(epoch from now()) * 1000, 0)`.execute(
    database.query,
  );
  expect(await freeIds()).not.toContain(key.id);
  await sql`delete from replicas`.execute(database.query);
});

test('a part of the service before, which comes late, is not counted', async () => {
  const part = { importId: key.id, source: 1, read: 10, rejected: 0, rejectBytes: 0 };
  const { projectId } = key;
  const apply = (replica: string, doneRow: number) =>
    addImportedPart(
      database.query,
      projectId,
      { ...part, doneAtUs: 0, doneRow },
      { inserted: 10, nowMs: NOW, replica },
    );
  await apply('one', 9);
  await leasesOf('two').hold(key, async () => {
    await apply('two', 19);
    await apply('one', 15);
  });
  expect(await findImport(database.query, key)).toMatchObject({ read: 20, inserted: 20, doneRow: 19 });
});
