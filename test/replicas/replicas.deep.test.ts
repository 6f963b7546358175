import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import { scaled } from '../fixtures/test-scale.ts';
import { type DeployedProject, newEvents, newProject, seenEvents, send } from './sent-events.ts';
import { type Deployment, startDeployment } from './start-deployment.ts';

// Three services on one engine, one store and one bucket answer as one. [ENG-11.3], [ENG-11.6], [CAP-6.1], [CAP-6.2],
// [SPEC-2.0.8], [SPEC-7.3].

const SERVICES = 3;
/** What one service has changed the others know by then. */
const STALE_MS = 2_000;
/** A service that was killed holds its lease so long; then comes what others have to write. */
const PATIENCE = { timeout: 300_000, interval: 200 };

let deployment: Deployment;
let projects: readonly DeployedProject[];
const at = (place: number): ServiceProcess => {
  const service = deployment.services[place % SERVICES];
  if (service === undefined) throw new Error(`there is no service ${place}`);
  return service;
};
beforeAll(async () => {
  deployment = await startDeployment(SERVICES);
  projects = [await newProject(at(0), 'one'), await newProject(at(1), 'two')];
}, 180_000);
afterAll(() => deployment?.close());

const projectAt = (place: number): DeployedProject => {
  const project = projects[place % projects.length];
  if (project === undefined) throw new Error('there is no project');
  return project;
};

test('the three services are counted, with their versions', async () => {
  await vi.waitFor(async () => {
    const { stdout } = await runCommandHere(['replicas', '--json'], {
      SLUICE_DATABASE_URL: deployment.databaseUrl,
    });
    expect(JSON.parse(stdout).map(({ live }: { live: boolean }) => live)).toEqual([true, true, true]);
  }, PATIENCE);
});

test('events that are sent to all three at once are stored once', async () => {
  const project = await newProject(at(0), 'at once');
  const BATCH = 200;
  const all = new Set<string>();
  for (let sent = 0; sent < scaled(10_000); sent += BATCH) {
    const batch = newEvents(project, BATCH);
    for (const { uuid } of batch) all.add(uuid);
    const answers = deployment.services.map((service) => send(service, project, batch, '?wait=true'));
    expect(await Promise.all(answers)).toEqual([true, true, true]);
  }
  for (const service of deployment.services) {
    const { rows, ids, foreign } = await seenEvents(service, project);
    expect({ rows, ids: ids.size, foreign }).toEqual({ rows: all.size, ids: all.size, foreign: 0 });
  }
}, 900_000);

/** Milliseconds until `ask` is true. */
async function timeUntil(ask: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await ask())) expect(performance.now() - startedMs).toBeLessThan(5 * STALE_MS);
  return performance.now() - startedMs;
}

const answering = (answer: number) => ({ query: { kind: 'HogQLQuery', query: `select ${answer}` } });

test('a revoked key and a changed endpoint act everywhere within 2 s', async () => {
  const { id } = projectAt(0);
  const path = `/api/projects/${id}/endpoints`;
  await at(0).call('POST', path, { body: { name: 'number', ...answering(0) } });
  for (let round = 1; round <= scaled(10); round += 1) {
    const [writer, ...readers] = [at(round), at(round + 1), at(round + 2)] as const;
    const body = { label: 'short', scopes: ['endpoint:read'], projects: [id] };
    const { json: key } = await writer.call('POST', '/api/personal_api_keys', { body });
    const run = async (service: ServiceProcess) =>
      (await service.call('POST', `${path}/number/run`, { key: key.value })).json;
    await writer.call('PATCH', `${path}/number`, { body: answering(round) });
    for (const reader of readers)
      expect(await timeUntil(async () => (await run(reader)).results?.[0][0] === round)).toBeLessThan(
        STALE_MS,
      );
    await writer.call('DELETE', `/api/personal_api_keys/${key.id}`);
    for (const reader of readers) {
      const isRefused = async () =>
        (await reader.call('POST', `${path}/number/run`, { key: key.value })).status === 401;
      expect(await timeUntil(isRefused)).toBeLessThan(STALE_MS);
    }
  }
});

test('a forced answer is not followed by an older one of another service', async () => {
  const project = projectAt(1);
  const path = `/api/projects/${project.id}/endpoints`;
  const query = { kind: 'HogQLQuery', query: "select count() from events where event = 'tick'" };
  await at(0).call('POST', path, { body: { name: 'ticks', query } });
  const run = async (service: ServiceProcess, refresh: string) =>
    (await service.call('POST', `${path}/ticks/run`, { body: { refresh } })).json.results?.[0][0];
  await timeUntil(async () => (await run(at(1), 'blocking')) !== undefined);
  for (let round = 0; round < scaled(10); round += 1) {
    await run(at(round + 1), 'blocking');
    await vi.waitFor(async () =>
      expect(await send(at(round), project, newEvents(project, 5), '?wait=true')).toBe(true),
    );
    const forced = await run(at(round), 'force_blocking');
    for (const place of [1, 2])
      expect(await timeUntil(async () => (await run(at(round + place), 'blocking')) >= forced)).toBeLessThan(
        STALE_MS,
      );
  }
});

/** Runs for many seconds: every pair of a hundred thousand numbers. */
const SLOW =
  'select count() from numbers(100000) as a cross join numbers(100000) as b where a.number + b.number = 7';

test('a run is cancelled through another service within 2 s', async () => {
  const { id } = projectAt(0);
  const query = { kind: 'HogQLQuery', query: SLOW };
  const running = at(0).call('POST', `/api/projects/${id}/query`, {
    body: { query, client_query_id: 'slow' },
  });
  const cancel = async () => (await at(1).call('DELETE', `/api/projects/${id}/query/slow`)).status;
  await timeUntil(async () => (await cancel()) === 204);
  const cancelledMs = performance.now();
  expect((await running).json).toMatchObject({ code: 'query_cancelled' });
  expect(performance.now() - cancelledMs).toBeLessThan(STALE_MS);
  expect(await cancel()).toBe(404);
});

const ROWS = 60_000;

/** A file of events, some of which come twice. */
function fileOf(project: DeployedProject): string {
  const lines = newEvents(project, ROWS - 1_000).map((event, index) =>
    JSON.stringify({ ...event, timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1_000) }),
  );
  return [...lines, ...lines.slice(0, 1_000)].join('\n');
}

test('an import whose service is killed is ended by another one, and the first does not count it again', async () => {
  const project = await newProject(at(0), 'import');
  const path = `/api/projects/${project.id}/imports`;
  const sent = await fetch(`${at(0).url}${path}/?format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deployment.rootKey}`, 'content-type': 'application/octet-stream' },
    body: fileOf(project),
  });
  expect(sent.status).toBe(202);
  const { id } = (await sent.json()) as { id: string };
  const progress = async () => (await at(1).call('GET', `${path}/${id}`)).json;
  await vi.waitFor(async () => expect((await progress()).total).toBe(ROWS), {
    timeout: 120_000,
    interval: 20,
  });
  await deployment.kill(0);
  await vi.waitFor(async () => expect((await progress()).state).toBe('completed'), PATIENCE);
  const { read, inserted, duplicate, rejected } = await progress();
  expect({ read, stored: inserted + duplicate, rejected }).toEqual({ read: ROWS, stored: ROWS, rejected: 0 });
  await deployment.revive(0);
  await expectWritten(at(0));
  expect(await progress()).toMatchObject({ read, inserted, duplicate });
  const { rows, ids } = await seenEvents(at(2), project);
  expect({ rows, ids: ids.size }).toEqual({ rows: ROWS - 1_000, ids: ROWS - 1_000 });
}, 600_000);

/** Resolves when everything is visible that the spool of the service had. */
async function expectWritten(service: ServiceProcess): Promise<void> {
  const marker = projectAt(0);
  await vi.waitFor(async () => {
    const events = newEvents(marker, 1).map((event) => ({ ...event, event: 'marker' }));
    expect(await send(service, marker, events, '?wait=true')).toBe(true);
  }, PATIENCE);
}
