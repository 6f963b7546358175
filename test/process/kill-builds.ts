import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { GivenSettings } from '../../src/app/config.ts';
import { deleteRetired, sweepOrphans } from '../../src/services/materialize/sweep-objects.ts';
import { inEnvironment } from '../fixtures/in-environment.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { startTestService } from '../fixtures/start-service.ts';

const ROOT_KEY = `slp_${'k'.repeat(24)}`;
const ROWS = 3_000;

/**
 * Every row of an answer carries the number of ticks there were: a half snapshot has too few rows or two numbers, an
 * old one a smaller number than was answered before.
 */
const TABLE = `select number as n, (select count() from events where event = 'tick') as ticks
  from numbers(${ROWS}) order by n`;
const INSIGHT = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'tick' }],
  dateRange: { date_from: 'all' },
};

/** What the reads of all rounds know. */
interface Seen {
  /** Ticks that were acknowledged as visible. */
  sent: number;
  /** Ticks of the newest snapshot that answered. */
  answered: number;
  readonly sources: Map<string, number>;
}

/**
 * Kills a service again and again while it builds snapshots, and reads after each start what they answer. At the end
 * nothing but the current snapshots is left in the storage.
 * @param storage settings of a remote storage; none = a folder in the data folder
 */
export async function killBuilds(
  rounds: number,
  seed: number,
  storage: GivenSettings = {},
): Promise<ReadonlyMap<string, number>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sluice-test-kill-builds-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const random = new RandomSource(seed);
  const seen: Seen = { sent: 0, answered: 0, sources: new Map() };
  const environment = { SLUICE_ROOT_KEY: ROOT_KEY, SLUICE_DATA_DIR: dataDir, ...inEnvironment(storage) };
  for (let round = 0; round < rounds; round += 1) {
    const service = await startServiceProcess(environment);
    if (round === 0) await createEndpoints(service);
    await read(service, seen);
    await tick(service, seen);
    await service.call('POST', 'endpoints/table/materialize');
    await service.call('POST', 'endpoints/insight/materialize');
    for (let reads = random.below(4); reads > 0; reads -= 1) await read(service, seen);
    await delay(random.below(250));
    await service.kill();
  }
  await expectClean(dataDir, storage);
  return seen.sources;
}

async function createEndpoints(service: ServiceProcess): Promise<void> {
  const queries = { table: { kind: 'HogQLQuery', query: TABLE }, insight: INSIGHT };
  for (const [name, query] of Object.entries(queries)) {
    const made = await service.call('POST', 'endpoints/', { body: { name, query, is_materialized: true } });
    expect(made.status).toBe(201);
  }
}

/** One more event, visible when it is counted. */
async function tick(service: ServiceProcess, seen: Seen): Promise<void> {
  const project = await service.call('GET', '/api/projects/1/');
  const body = {
    api_key: project.json.api_token,
    event: 'tick',
    distinct_id: 'clock',
    timestamp: '2026-01-01T00:00:00Z',
  };
  const sent = await service.call('POST', '/capture/?wait=true', { body });
  expect(sent.status).toBe(200);
  seen.sent += 1;
}

async function read(service: ServiceProcess, seen: Seen): Promise<void> {
  const table = await service.call('POST', 'endpoints/table/run', { body: {} });
  expect(table.status).toBe(200);
  const { results, served_from: from, served_reason: reason } = table.json;
  expect(results.map(([n]: [number]) => n)).toEqual(Array.from({ length: ROWS }, (_, n) => n));
  const [ticks, ...others] = new Set<number>(results.map(([, each]: [number, number]) => each));
  expect(others).toEqual([]);
  // A tick is counted just after it is visible, by this one loop.
  expect(ticks).toBeLessThanOrEqual(seen.sent);
  if (from === 'materialized') {
    expect(ticks).toBeGreaterThanOrEqual(seen.answered);
    seen.answered = ticks ?? 0;
  } else if (from === 'direct') expect(ticks).toBe(seen.sent);
  const source = `${from} ${reason}`;
  seen.sources.set(source, (seen.sources.get(source) ?? 0) + 1);
  const insight = await service.call('POST', 'endpoints/insight/run', { body: {} });
  expect(insight.status).toBe(200);
  expect(insight.json.results[0].count).toBeLessThanOrEqual(seen.sent);
}

async function expectClean(dataDir: string, storage: GivenSettings): Promise<void> {
  const service = await startTestService({ dataDir, rootKey: ROOT_KEY, testClock: false, ...storage });
  const { database, objects } = service.services;
  for (const name of ['table', 'insight']) {
    const built = await service.call('POST', `endpoints/${name}/materialize?wait=true`);
    expect(built.json?.state, built.text).toBe('Completed');
  }
  await sweepOrphans({ database, objects });
  await deleteRetired({ database, objects }, Number.MAX_SAFE_INTEGER);
  const keys = await objects.list('');
  expect(keys.map((key) => path.posix.basename(key)).sort()).toEqual([
    ...Array(2).fill('answer.json'),
    ...Array(2).fill('manifest.json'),
    ...Array(2).fill('rows.parquet'),
  ]);
  if (storage.objectStore === undefined) {
    const files = readdirSync(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).toHaveLength(keys.length);
  }
  await service.close({ keepData: true });
}
