import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { insertKey } from '../../src/adapters/store/key-store.ts';
import { migrate } from '../../src/adapters/store/migrate.ts';
import { MIGRATIONS } from '../../src/adapters/store/migrations/all-migrations.ts';
import { listProjects } from '../../src/adapters/store/project-store.ts';
import { beginSqliteCopy } from '../../src/adapters/store/sqlite-copy.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { sqliteFileObstacle } from '../../src/adapters/store/sqlite-file-obstacle.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeBuilds } from '../materialize/describe-builds.ts';
import { describeActionStore } from './describe-action-store.ts';
import { describeEndpointStore } from './describe-endpoint-store.ts';
import { describeFoldStore } from './describe-fold-store.ts';
import { describeLookupStore } from './describe-lookup-store.ts';
import { describeRunStore } from './describe-run-store.ts';
import { describeSharedEngineStore } from './describe-shared-engine-store.ts';
import { describeStore } from './describe-store.ts';

describeStore('SQLite', open);
describeEndpointStore('SQLite', open);
describeActionStore('SQLite', open);
describeRunStore('SQLite', open);
describeSharedEngineStore('SQLite', open);
describeFoldStore('SQLite', open);
describeLookupStore('SQLite', open);
describeBuilds('SQLite', open);

/** Of a project that no test writes to. */
const NOBODY = 1_000_000;

/** A fresh store. Whatever a test writes to it, each statement tells whose rows these are. */
async function open(): Promise<Database> {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => expect(database.catalog.revisionOf(NOBODY), 'what is known of all projects').toBe(0));
  return database;
}

// [SPEC-11.5]; `.ci/clean-install` holds that the service starts under Node 22.13.
test('a Node that cannot copy a file in use says so', () => {
  const code = expect.objectContaining({ code: 'backup_unavailable' });
  expect(() => beginSqliteCopy(join(temporaryFolder(), 'store.db'), {})).toThrow(code);
});

test('a file is opened again with what it holds', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const first = await openSqliteDatabase(path);
  await insertKey(first.query, {
    id: 'k',
    label: 'kept',
    secretHash: 'h',
    previous: null,
    hint: '',
    scopes: [],
    projectIds: null,
    endpointIds: null,
    createdBy: null,
    createdAtMs: 1,
    expiresAtMs: null,
    lastUsedAtMs: null,
  });
  await first.close();
  const second = await openSqliteDatabase(path);
  expect(await second.query.selectFrom('keys').select('label').execute()).toEqual([{ label: 'kept' }]);
  await second.close();
});

test('a long transaction gives the event loop its turns', async () => {
  const database = await openSqliteDatabase(':memory:');
  await createTable(database.query, 'numbers');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const busy = sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < 30000) select sum(x) from n`;
  await database.transaction(async (db) => {
    for (let statement = 0; statement < 40; statement += 1) await busy.execute(db);
  });
  clearInterval(timer);
  // Each statement takes some milliseconds, and a turn ends behind five.
  expect(turns).toBeGreaterThan(5);
  await database.close();
});

test('a store written by a newer program is refused and left as it is', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const newer = await openSqliteDatabase(path);
  const future = { '9999-future': { up: (db: typeof newer.query) => createTable(db, 'future') } };
  await migrate(newer.query, { migrations: { ...MIGRATIONS, ...future } });
  await newer.close();
  const opening = openSqliteDatabase(path);
  await expect(opening).rejects.toThrow(StartupError);
  await expect(opening).rejects.toThrow('9999-future');
});

test('what a store was written by is read without changing it, also when that stands in its log only', async () => {
  const made = join(temporaryFolder(), 'store.db');
  const sqlite = new DatabaseSync(made);
  onTestFinished(() => sqlite.close());
  sqlite.exec(`pragma journal_mode = wal; create table kysely_migration (name text);
    insert into kysely_migration values ('0001-projects-keys-endpoints'), ('0002-persons-and-groups')`);
  const left = join(temporaryFolder(), 'store.db');
  for (const end of ['', '-wal']) copyFileSync(`${made}${end}`, `${left}${end}`);
  const before = ['', '-wal'].map((end) => readFileSync(`${left}${end}`));
  expect(sqliteFileObstacle(left)).toContain(
    `The metadata store ${left} was written by an earlier build (its last migration is 0002-persons-and-groups)`,
  );
  expect(['', '-wal'].map((end) => readFileSync(`${left}${end}`))).toEqual(before);
});

test('a migration that fails takes the ones before it back', async () => {
  const database = await openSqliteDatabase(':memory:');
  const broken = {
    '9998-good': { up: (db: typeof database.query) => createTable(db, 'half') },
    '9999-broken': { up: () => Promise.reject(new Error('disk on fire')) },
  };
  await expect(migrate(database.query, { migrations: { ...MIGRATIONS, ...broken } })).rejects.toThrow(
    'disk on fire',
  );
  await migrate(database.query);
  const tables = await database.query.introspection.getTables();
  expect(tables.map((table) => table.name)).not.toContain('half');
  expect(await listProjects(database.query, null)).toEqual([]);
  await database.close();
});

async function createTable(
  db: Awaited<ReturnType<typeof openSqliteDatabase>>['query'],
  name: string,
): Promise<void> {
  await db.schema.createTable(name).addColumn('id', 'integer').execute();
}
