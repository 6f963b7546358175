import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/adapters/store/migrations/all-migrations.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { bringCanaries } from '../fixtures/bring-canaries.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// The whole service with its metadata on PostgreSQL.

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

async function startService(databaseUrl: string) {
  const service = await startTestService({ databaseUrl });
  onTestFinished(() => service.close());
  return service;
}

const COUNT = {
  kind: 'HogQLQuery',
  query: 'select event, count() from events group by event order by event',
};

test('an endpoint is made, run, changed, rolled back and deleted', async () => {
  const service = await startService(await postgres.newDatabase());
  const created = await service.call('POST', 'endpoints', {
    body: { name: 'counts', query: COUNT, tags: ['a'] },
  });
  expect([created.status, created.json.current_version]).toEqual([201, 1]);
  expect((await service.call('POST', 'endpoints/counts/run')).json.results).toEqual([]);
  const query = { ...COUNT, query: 'select 41 + 1 as answer' };
  const change = { body: { query }, headers: { 'if-match': String(created.headers.etag) } };
  expect((await service.call('PATCH', 'endpoints/counts', change)).json.current_version).toBe(2);
  expect((await service.call('PATCH', 'endpoints/counts', change)).status).toBe(412);
  expect((await service.call('POST', 'endpoints/counts/run')).json.results).toEqual([[42]]);
  const back = await service.call('POST', 'endpoints/counts/rollback', { body: { version: 1 } });
  expect([back.status, back.json.current_version]).toEqual([200, 3]);
  expect((await service.call('POST', 'endpoints/counts/run')).json.results).toEqual([]);
  const list = await service.call('GET', 'endpoints?search=COUNT&tag=a');
  expect([list.json.count, list.json.results[0].name]).toEqual([1, 'counts']);
  expect((await service.call('DELETE', 'endpoints/counts')).status).toBe(204);
  expect((await service.call('POST', 'endpoints/counts/run')).status).toBe(404);
  expect((await service.call('POST', 'endpoints/counts/restore')).status).toBe(200);
});

test('numbers that no column holds, and texts that no text of PostgreSQL holds', async () => {
  const service = await startService(await postgres.newDatabase());
  await service.call('POST', 'endpoints', { body: { name: 'counts', query: COUNT } });
  const large = 99_999_999_999;
  const key = { label: 'x', scopes: ['*'], projects: [large] };
  const statuses = await Promise.all([
    service.call('GET', `endpoints/counts?version=${large}`),
    service.call('POST', 'endpoints/counts/run', { body: { version: large } }),
    service.call('POST', 'endpoints/counts/rollback', { body: { version: large } }),
    service.call('GET', `actions/${large}`),
    service.call('GET', `/api/projects/${large}`),
    service.call('POST', '/api/personal_api_keys', { body: key }),
    service.call('GET', 'endpoints/%00'),
    service.call('GET', 'endpoints?search=%00'),
    service.call('GET', 'endpoints?tag=%00&created_by=%00'),
    service.call('DELETE', '/api/personal_api_keys/%00'),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403, 400, 404, 400, 200, 404]);
});

test('events are captured and imported, persons merged, odd texts kept', async () => {
  const service = await startService(await postgres.newDatabase());
  const batch = [
    { event: 'visit', distinct_id: 'browser-1', timestamp: '2026-01-05T08:00:00Z' },
    { event: 'sign\0up', distinct_id: 'eve\0', properties: { 'p\0': 1 }, timestamp: '2026-01-05T08:01:00Z' },
    {
      event: '$identify',
      distinct_id: 'adam',
      properties: { $anon_distinct_id: 'browser-1', $set: { age: 30 }, $groups: { company: 'acme' } },
      timestamp: '2026-01-05T08:02:00Z',
    },
  ];
  await service.capture(batch);
  const file = path.join(temporaryFolder(), 'events.jsonl');
  const line = { uuid: '018f6f5e-0000-7000-8000-000000000001', event: 'bought', distinct_id: 'browser-1' };
  writeFileSync(
    file,
    `${JSON.stringify({ ...line, timestamp: '2026-01-05T09:00:00Z', properties: { price: 9 } })}\n`,
  );
  const report = await importFile(service.services, { projectId: 1, path: file });
  expect(report).toMatchObject({ inserted: 1, duplicate: 0, rejected: 0 });
  const ask = async (query: string) =>
    (await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } })).json.results;
  expect(await ask("select count(), count(distinct person_id) from events where event != 'nothing'")).toEqual(
    [[4, 2]],
  );
  expect(await ask("select person.properties.age from events where event = 'bought'")).toEqual([[30]]);
  const names = (await service.call('GET', 'event_definitions')).json.results;
  expect(names.map(({ name }: { name: string }) => name)).toContain('sign\0up');
});

// [CAP-9.5], [CAP-9.6]. What PostgreSQL itself keeps of deleted rows is its own affair.
test('a deleted person is in no row of any table', async () => {
  const url = await postgres.newDatabase();
  const service = await startService(url);
  const texts = await bringCanaries(service);
  const holding = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const found: string[] = [];
    for (const table of await postgres.tablesOf(url)) {
      const { rows } = await client.query(`select 1 from "${table}" t where t::text like any ($1) limit 1`, [
        texts.map((text) => `%${text}%`),
      ]);
      if (rows.length > 0) found.push(table);
    }
    await client.end();
    return found.sort();
  };
  expect(await holding()).toEqual([
    'imports',
    'ingestion_warnings',
    'person_distinct_ids',
    'person_overrides',
    'persons',
  ]);
  expect((await service.call('DELETE', 'persons/canary-main-id')).status).toBe(204);
  expect(await holding()).toEqual([]);
});

// [CAP-8.1], [CAP-8.2], [CAP-8.4].
test('a project of the first release is migrated, and keeps its events for some days when it is told to', async () => {
  const url = await postgres.newDatabase();
  const dataDir = temporaryFolder();
  const before = await startTestService({ databaseUrl: url, dataDir });
  await before.close({ keepData: true });
  await undoMigrations(url);
  const service = await startTestService({ databaseUrl: url, dataDir, rootKey: before.rootKey });
  onTestFinished(() => service.close());
  const { json } = await service.call('GET', '');
  expect(json.event_retention_days).toBeNull();
  service.setNow('2026-04-15T13:00:00Z');
  const noon = Date.parse('2026-04-15T12:00:00Z');
  const batch = Array.from({ length: 40 }, (_, age) => ({
    event: 'tick',
    distinct_id: 'adam',
    timestamp: new Date(noon - age * 86_400_000).toISOString(),
  }));
  const body = { api_key: json.api_token, batch };
  expect((await service.call('POST', '/batch?wait=true', { body, key: null })).status).toBe(200);
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  const count = async () => (await service.call('POST', 'query', { body: { query } })).json.results[0][0];
  const keep = (days: number | null) => service.call('PATCH', '', { body: { event_retention_days: days } });
  expect(await count()).toBe(40);
  const changed = await keep(30);
  expect([changed.status, changed.json.event_retention_days]).toEqual([200, 30]);
  expect(await count()).toBe(30);
  await keep(null);
  expect(await count()).toBe(30);
  await service.services.eventExpirer.expire();
  const { rows } = await service.services.engine.command('SELECT toUInt32(count()) FROM app.events');
  expect([await count(), JSON.parse(Buffer.from(rows).toString())]).toEqual([30, [30]]);
});

// [SPEC-11.5]
test('a backup is refused, running or stopped, and names pg_dump', async () => {
  const databaseUrl = await postgres.newDatabase();
  const dataDir = temporaryFolder();
  const service = await startTestService({ databaseUrl, dataDir });
  const refused = await service.call('POST', '/api/backup_moments');
  expect([refused.status, refused.json.code]).toEqual([400, 'backup_unavailable']);
  const target = path.join(temporaryFolder(), 'backup');
  await service.close({ keepData: true });
  const stopped = await runCommandHere(['backup', target, '--data-dir', dataDir], {
    SLUICE_DATABASE_URL: databaseUrl,
  });
  expect([stopped.exitCode, existsSync(target)]).toEqual([1, false]);
  expect(stopped.stderr).toContain('pg_dump');
});

test('without its store the service says so, and goes on when it is back', async () => {
  const url = await postgres.newDatabase();
  const service = await startService(url);
  await service.call('POST', 'endpoints', { body: { name: 'one', query: { ...COUNT, query: 'select 1' } } });
  await service.call('POST', 'endpoints/one/run');
  await postgres.setReachable(url, false);
  const refused = await until(
    () => service.call('POST', 'endpoints/one/run'),
    (answer) => answer.status !== 200,
  );
  expect([refused.status, refused.json.code]).toEqual([503, 'store_unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await postgres.setReachable(url, true);
  await until(
    () => service.call('POST', 'endpoints/one/run'),
    (answer) => answer.status === 200,
  );
});

test('doctor checks the database and leaves it empty; config does not show the password', async () => {
  const url = await postgres.newDatabase();
  const settings = path.join(temporaryFolder(), 'settings.json');
  writeFileSync(settings, JSON.stringify({ databaseUrl: url }));
  const checked = await runCommand(['doctor', '--config', settings]);
  expect(checked.stdout).toMatch(/The metadata store is PostgreSQL \d+/);
  expect(checked.exitCode).toBe(0);
  expect(await postgres.tablesOf(url)).toEqual([]);
  const secret = 'postgres://someone:hunter2@/none?host=/nowhere';
  writeFileSync(settings, JSON.stringify({ databaseUrl: secret }));
  const refused = await runCommand(['doctor', '--config', settings]);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('SLUICE_DATABASE_URL cannot be used');
  const shown = await runCommand(['config', '--config', settings]);
  expect(shown.stdout).toContain('SLUICE_DATABASE_URL=***');
  expect(refused.stdout + refused.stderr + shown.stdout).not.toContain('hunter2');
});

/** Asks again and again until an answer fits; ends with the test's own deadline. */
async function until<Answer>(ask: () => Promise<Answer>, fits: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
  }
}

/** Leaves the tables as the build of the first release has left them. */
async function undoMigrations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `drop table cohorts, endpoint_key_usage, event_deletions, lookups, lookup_asks, replicas, engine_schema,
      snapshot_checks, write_leases, write_lanes, tombstones, console_sessions, console_codes, endpoint_errors, token_revocations,
      signing_keys`,
  );
  await client.query('drop index run_log_by_project');
  await client.query('alter table keys drop column endpoint_ids');
  await client.query('alter table capture_progress drop column applied_lanes, drop column passed_ms');
  await client.query(`alter table imports
    drop column done_at_us, drop column done_row, drop column number, drop column undone_at_ms,
    drop column lease_owner, drop column lease_expires_at_ms,
    add column next_chunk integer not null default 0, add column pending_chunk integer,
    add column odd_after bigint not null default -1, add column pending_odd text`);
  await client.query(
    'alter table projects drop column event_retention_days, drop column events_kept_from_ms, drop column allowed_origins',
  );
  const { rowCount } = await client.query("delete from kysely_migration where name > '0001-first-release'");
  await client.end();
  expect(rowCount).toBe(Object.keys(MIGRATIONS).length - 1);
}
