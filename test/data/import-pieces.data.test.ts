import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitHistoryPath } from '../fixtures/git-history.ts';
import { catalogueOf, GIT_HISTORY_QUESTIONS } from '../fixtures/git-history-questions.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { ENGINE_LEFT, type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { seed } from '../fixtures/test-scale.ts';

// The real data set comes in whole, in pieces that overlap, by a service that is killed, and by a command that is
// killed: the counts are those of one import, and twenty endpoints give the same answers.

const ROOT_KEY = 'slp_importpieces0123456789';
const AUTHORIZATION = { authorization: `Bearer ${ROOT_KEY}` };
const EVENTS = 40_373;
const WHOLE = {
  state: 'completed',
  total: EVENTS,
  read: EVENTS,
  inserted: EVENTS,
  duplicate: 0,
  rejected: 0,
};
const PIECES = 5;
const KILLS = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-import-pieces-'));
const dataDir = path.join(folder, 'data');
const file = readFileSync(gitHistoryPath());
const random = new RandomSource(seed());
const projects: Record<string, number> = {};
let service: ServiceProcess;

beforeAll(async () => {
  service = await start();
  for (const name of ['once', 'pieces', 'killed service', 'killed command'])
    projects[name] = (await service.call('POST', '/api/projects', { body: { name } })).json.id;
  const startedMs = performance.now();
  expect(await importWhole('once')).toMatchObject(WHOLE);
  const importMs = performance.now() - startedMs;
  await importPieces();
  await importKillingService(importMs);
  await service.kill();
  await importKillingCommand();
  service = await start();
}, 600_000);
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<ServiceProcess> {
  return startServiceProcess({ SLUICE_ROOT_KEY: ROOT_KEY, SLUICE_DATA_DIR: dataDir });
}

async function send(project: string, body: Buffer, wait: boolean) {
  const url = `${service.url}/api/projects/${projects[project]}/imports?wait=${wait}`;
  const headers = { ...AUTHORIZATION, 'content-type': 'application/octet-stream' };
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return (await answer.json()) as {
    readonly id: string;
    readonly inserted: number;
    readonly duplicate: number;
  };
}

const importWhole = (project: string) => send(project, file, true);

/**
 * Pieces that overlap by up to half, in the order of time, which decides who said the last about a person; one of them
 * twice.
 */
async function importPieces(): Promise<void> {
  const lines = gunzipSync(file).toString().trimEnd().split('\n');
  const size = Math.ceil(lines.length / PIECES);
  const starts = Array.from({ length: PIECES }, (_, index) => index * size);
  let inserted = 0;
  let sent = 0;
  let duplicate = 0;
  for (const at of [...starts, random.below(PIECES) * size]) {
    const piece = lines.slice(at, at + size + random.below(size / 2));
    const report = await send('pieces', gzipSync(`${piece.join('\n')}\n`), true);
    inserted += report.inserted;
    duplicate += report.duplicate;
    sent += piece.length;
  }
  expect({ inserted, duplicate }).toEqual({ inserted: EVENTS, duplicate: sent - EVENTS });
}

/** The file is sent again only when its receipt did not arrive. */
async function importKillingService(importMs: number): Promise<void> {
  let id: string | undefined;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const sent = id === undefined ? send('killed service', file, false).catch(() => undefined) : undefined;
    await delay(random.below(importMs));
    await service.kill();
    id ??= (await sent)?.id;
    service = await start();
  }
  id ??= (await send('killed service', file, false)).id;
  const target = `/api/projects/${projects['killed service']}/imports/${id}`;
  let { json: report } = await service.call('GET', target);
  for (; report.state === 'running'; report = (await service.call('GET', target)).json) await delay(100);
  expect(report).toMatchObject(WHOLE);
}

async function importKillingCommand(): Promise<void> {
  const copy = path.join(folder, 'events.jsonl.gz');
  writeFileSync(copy, file);
  const project = String(projects['killed command']);
  const args = ['import', copy, '--project', project, '--data-dir', dataDir];
  const startedMs = performance.now();
  await runCommand([...args, '--dry-run']);
  const dryRunMs = performance.now() - startedMs;
  for (let kill = 0; kill < KILLS; kill += 1)
    await runCommand(args, Math.ceil(dryRunMs * (0.5 + random.fraction())));
  let ended = await runCommand(args);
  for (; ended.stderr.includes(ENGINE_LEFT); ended = await runCommand(args)) await delay(100);
  // All of it by the import that was cut off, or, when the last kill came after its end, nothing by one more.
  expect(ended.stdout, ended.stderr).toMatch(
    /40,373 rows read, (40,373 inserted, 0|0 inserted, 40,373) there before, 0 rejected/,
  );
}

test.each(Object.entries(GIT_HISTORY_QUESTIONS))('%s', async (name, query) => {
  const answers: Record<string, unknown> = {};
  for (const [project, id] of Object.entries(projects)) {
    const made = await service.call('POST', `/api/projects/${id}/endpoints`, { body: { name, query } });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    const run = await service.call('POST', `/api/projects/${id}/endpoints/${name}/run`, { body: {} });
    expect(run.status, JSON.stringify(run.json)).toBe(200);
    answers[project] = run.json.results;
  }
  for (const project of Object.keys(projects)) expect(answers[project], project).toEqual(answers['once']);
});

test('the catalogue of events and properties', async () => {
  const once = await catalogueOf(service.call, Number(projects['once']));
  expect(once.events.map(([, volume]) => Number(volume)).reduce((sum, volume) => sum + volume, 0)).toBe(
    EVENTS,
  );
  for (const [project, id] of Object.entries(projects))
    expect(await catalogueOf(service.call, id), project).toEqual(once);
});
