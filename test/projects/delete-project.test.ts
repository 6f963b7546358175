import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ENGINE_TABLES } from '../../src/adapters/engine/ddl/engine-tables.ts';
import { beginRewrite, makeFoldTable } from '../../src/adapters/engine/statements/fold-persons.ts';
import { isPurged } from '../../src/adapters/store/project-store.ts';
import { newRandomUuid } from '../../src/base/ids.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-2.2.3].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface MadeProject {
  readonly id: number;
  readonly token: string;
}

const COUNT = { kind: 'HogQLQuery', query: 'select count() from events' };

/** A project with something in every place that holds data of a project. */
async function makeProject(name: string): Promise<MadeProject> {
  const { json } = await service.call('POST', '/api/projects', { body: { name } });
  const project = { id: json.id, token: json.api_token };
  await capture(project, 'true');
  const at = `/api/projects/${project.id}`;
  const endpoint = { name: 'counts', query: COUNT, tags: ['a'], is_materialized: true };
  await service.call('POST', `${at}/endpoints`, { body: endpoint });
  await service.call('POST', `${at}/endpoints/counts/run`, { body: { refresh: 'force_blocking' } });
  await service.call('POST', `${at}/actions`, { body: { name: 'Visited', steps: [{ event: 'visit' }] } });
  const cohort = await service.call('POST', `${at}/cohorts`, { body: { name: 'Known', is_static: true } });
  await service.call('POST', `${at}/cohorts/${cohort.json.id}/members`, { body: { distinct_ids: ['eve'] } });
  await service.services.objects.put(
    `snapshots/${project.id}/endpoint/build/data.parquet`,
    new Uint8Array(3),
  );
  return project;
}

function capture(project: MadeProject, wait: string) {
  const properties = { $groups: { company: 'acme' }, $set: { plan: 'pro' } };
  const batch = [
    { event: 'visit', distinct_id: 'browser-1', properties },
    { event: '$identify', distinct_id: 'eve', properties: { $anon_distinct_id: 'browser-1' } },
    {
      event: '$groupidentify',
      distinct_id: 'eve',
      properties: { $group_type: 'company', $group_key: 'acme' },
    },
    { event: '$identify', distinct_id: 'eve', properties: { $anon_distinct_id: 'illegal', distinct_id: '' } },
    { event: '$create_alias', distinct_id: 'eve', properties: { alias: 'undefined' } },
  ];
  return service.call('POST', `/batch?wait=${wait}`, { key: null, body: { api_key: project.token, batch } });
}

/** A build that was under way when the project was deleted deletes what it wrote when it ends. */
async function nothingRemains(projectId: number): Promise<void> {
  await expect.poll(() => remains(projectId), { timeout: 10_000 }).toEqual({});
}

/** What is left of a project: its rows by table of the store and of the engine, and its objects. */
async function remains(projectId: number): Promise<Readonly<Record<string, number>>> {
  const { engine } = service;
  const { database, objects } = service.services;
  const counts: Record<string, number> = {};
  for (const { name, columns } of await database.query.introspection.getTables()) {
    if (name === 'projects' || !columns.some((column) => column.name === 'project_id')) continue;
    const counted = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(name)} where project_id = ${projectId}`.execute(
      database.query,
    );
    counts[name] = counted.rows[0]?.rows ?? 0;
  }
  for (const { name } of ENGINE_TABLES) {
    const { rows } = await engine.command(`SELECT count() FROM app.${name} WHERE project_id = ${projectId}`);
    counts[`engine ${name}`] = Number(JSON.parse(Buffer.from(rows).toString())[0]);
  }
  const folding = await engine.command(
    `SELECT count() FROM system.tables WHERE startsWith(name, 'fold_${projectId}_')`,
  );
  counts['engine folding'] = Number(JSON.parse(Buffer.from(folding.rows).toString())[0]);
  counts['objects'] = (await objects.list(`snapshots/${projectId}/`)).length;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

const untilPurged = (projectId: number) =>
  vi.waitUntil(() => isPurged(service.services.database.query, projectId), { timeout: 30_000, interval: 20 });

describe('deleting a project', () => {
  test('it answers to nobody, and nothing of it is left, while a project beside it keeps everything', async () => {
    const [gone, kept] = [await makeProject('Gone'), await makeProject('Kept')];
    // The run log is written behind the answers.
    await vi.waitUntil(async () => 'run_log' in (await remains(gone.id)), { timeout: 5000, interval: 50 });
    const before = await remains(gone.id);
    // The test covers what it fills: these are all the places.
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'activity',
        'actions',
        'cohorts',
        'endpoints',
        'endpoint_usage',
        'endpoint_key_usage',
        'event_definitions',
        'group_types',
        'groups',
        'ingestion_warnings',
        'persons',
        'person_distinct_ids',
        'property_definitions',
        'run_log',
        'materializations',
        'engine events',
        'engine event_ids',
        'engine persons',
        'engine groups',
        'engine cohort_members',
        'objects',
      ]),
    );
    const at = `/api/projects/${gone.id}`;
    expect((await service.call('DELETE', at)).status).toBe(204);
    expect((await service.call('POST', `${at}/endpoints/counts/run`)).status).toBe(403);
    expect((await service.call('GET', at)).status).toBe(403);
    expect((await service.call('DELETE', at)).status).toBe(403);
    expect((await capture(gone, 'false')).status).toBe(401);
    await untilPurged(gone.id);
    await nothingRemains(gone.id);
    const answer = await service.call('POST', `/api/projects/${kept.id}/endpoints/counts/run`);
    expect(answer.json.results).toEqual([[5]]);
    const list = await service.call('GET', '/api/projects');
    const ids = list.json.results.map((project: { id: number }) => project.id);
    expect(ids).not.toContain(gone.id);
    expect(ids).toContain(kept.id);
    const { json } = await service.call('GET', '/api/projects/1/activity?subject=project');
    expect(json.results[0]).toMatchObject({
      activity: 'deleted',
      subject_id: String(gone.id),
      subject_name: 'Gone',
    });
  });

  test('its keys lose it; those that had no other are gone', async () => {
    const project = await makeProject('Keyed');
    const issue = async (projects: readonly number[]) =>
      (
        await service.call('POST', '/api/personal_api_keys', {
          body: { label: 'k', scopes: ['*'], projects },
        })
      ).json;
    const [only, both] = [await issue([project.id]), await issue([1, project.id])];
    await service.call('DELETE', `/api/projects/${project.id}`, { key: only.value });
    expect((await service.call('GET', '/api/projects', { key: only.value })).status).toBe(401);
    const left = await service.call('GET', '/api/projects/@current', { key: both.value });
    expect([left.status, left.json.id]).toEqual([200, 1]);
  });

  test('what is left of folding its persons goes too', async () => {
    const { engine } = service.services;
    const { json } = await service.call('POST', '/api/projects', { body: { name: 'Folded' } });
    const moves = [[newRandomUuid(), newRandomUuid()]] as const;
    const table = await makeFoldTable(engine, json.id, newRandomUuid(), moves);
    await beginRewrite(engine, table);
    expect(await remains(json.id)).toMatchObject({ 'engine folding': 1 });
    await service.call('DELETE', `/api/projects/${json.id}`);
    await untilPurged(json.id);
    expect(await remains(json.id)).toEqual({});
  });

  test('events that were accepted before and not written yet are left out', async () => {
    const project = await makeProject('Late');
    const { writeLock } = service.services;
    let release = (): void => {};
    const held = writeLock.hold(
      project.id,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    expect((await capture(project, 'false')).status).toBe(200);
    await service.call('DELETE', `/api/projects/${project.id}`);
    release();
    await held;
    await untilPurged(project.id);
    // The block with its events comes before this one.
    await service.capture([{ event: 'after', distinct_id: 'a' }]);
    await nothingRemains(project.id);
  });
});

test('what a crash leaves undone is done after the next start', async () => {
  const first = await startTestService();
  const { json } = await first.call('POST', '/api/projects', { body: { name: 'Gone' } });
  await first.call('POST', `/api/projects/${json.id}/endpoints`, { body: { name: 'x', query: COUNT } });
  // As if the process had died right after the answer.
  await first.services.projectPurger.close();
  await first.call('DELETE', `/api/projects/${json.id}`);
  expect(await isPurged(first.services.database.query, json.id)).toBe(false);
  await first.close({ keepData: true });
  const second = await startTestService({ dataDir: first.dataDir, rootKey: first.rootKey });
  onTestFinished(() => second.close());
  const { query } = second.services.database;
  await vi.waitUntil(() => isPurged(query, json.id), { timeout: 30_000, interval: 20 });
  const rows = await query.selectFrom('endpoints').select('id').where('projectId', '=', json.id).execute();
  expect(rows).toEqual([]);
});
