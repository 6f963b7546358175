import { execFileSync } from 'node:child_process';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [CAP-6.5]. The data folder lies on a small disk of its own, for which this process must be allowed to mount one.

const DISK = '300m';
const FULL_MS = 20_000;
const COUNT = { kind: 'HogQLQuery', query: 'select count() from events' };
const PATIENT = { timeout: 90_000, interval: 250 };

test('on a full disk writers refuse or wait, runs go on, and all recover without a restart', async () => {
  const disk = mountDisk();
  const service = await startTestService({ dataDir: path.join(disk, 'data') });
  onTestFinished(() => service.close({ keepData: true }));
  let events = 200;
  await service.capture(eventsOf(events));
  for (const name of ['cached', 'built']) await store(service, name);
  const importing = await sendImport(service, 20_000);
  expect(importing.status, importing.text).toBe(202);
  const imports = new Map<string, number>([[importing.json.id, 20_000]]);
  const filling = new AbortController();
  const filled = fill(path.join(disk, 'ballast'), filling.signal);
  const seen = new Map<string, Set<string>>();
  const note = (what: string, { status, json }: TestAnswer) => {
    const answers = seen.get(what) ?? new Set();
    seen.set(what, answers.add(`${status} ${status < 300 ? '' : (json?.code ?? '')}`.trim()));
  };
  for (const endMs = Date.now() + FULL_MS; Date.now() < endMs; await delay(100)) {
    const body = { api_key: service.captureToken, batch: eventsOf(20, 'x'.repeat(5_000)) };
    const captured = await service.call('POST', '/batch', { body, key: null });
    if (captured.status === 200) events += 20;
    note('capture', captured);
    const another = await sendImport(service, 500);
    if (another.status === 202) imports.set(another.json.id, 500);
    note('import', another);
    note('create', await create(service, newUuid(), `select '${'x'.repeat(60_000)}'`));
    note('build', await service.call('POST', 'endpoints/built/materialize'));
    for (const refresh of ['blocking', 'force_blocking'])
      note('run', await service.call('POST', 'endpoints/cached/run', { body: { refresh } }));
  }
  expect.soft(seen.get('capture')).toContain('503');
  expect.soft(seen.get('import')).toContain('503 capture_capacity');
  expect.soft(seen.get('create')).toContain('503 store_unavailable');
  expect.soft([...(seen.get('run') ?? [])]).toEqual(['200']);
  const known = /^(20\d|503( (capture_capacity|store_unavailable|engine_unavailable))?)$/;
  for (const [what, answers] of seen)
    expect
      .soft(
        [...answers].filter((answer) => !known.test(answer)),
        what,
      )
      .toEqual([]);
  filling.abort();
  await filled;
  const stateOf = async (id: string) => (await service.call('GET', `imports/${id}`)).json;
  for (const [id, inserted] of imports) {
    await expect.poll(async () => (await stateOf(id)).state, PATIENT).not.toBe('running');
    expect.soft(await stateOf(id)).toMatchObject({ state: 'completed', inserted });
    events += inserted;
  }
  await expect.poll(async () => (await create(service, newUuid(), 'select 1')).status, PATIENT).toBe(201);
  await service.capture(eventsOf(10));
  events += 10;
  const counted = await service.call('POST', 'endpoints/cached/run', { body: { refresh: 'force_blocking' } });
  expect.soft(counted.json.results).toEqual([[events]]);
  const isBuilt = async () => (await service.call('GET', 'endpoints/built/materialization_status/')).json;
  await expect.poll(async () => (await isBuilt()).state, PATIENT).toBe('Completed');
  await service.services.engine.command('OPTIMIZE TABLE app.events FINAL');
});

function eventsOf(count: number, text = ''): readonly object[] {
  return Array.from({ length: count }, (_, n) => ({
    uuid: newUuid(),
    event: 'tick',
    distinct_id: `user-${n % 9}`,
    timestamp: '2026-01-05T08:00:00Z',
    properties: { n, text },
  }));
}

const create = (service: TestService, name: string, query: string) =>
  service.call('POST', 'endpoints', { body: { name: `e-${name}`, query: { ...COUNT, query } } });

async function store(service: TestService, name: string): Promise<void> {
  const { status, text } = await service.call('POST', 'endpoints', {
    body: { name, query: COUNT, is_materialized: name === 'built' },
  });
  expect(status, text).toBe(201);
}

const sendImport = (service: TestService, count: number) =>
  service.call('POST', 'imports?format=posthog&file_name=x.jsonl', {
    body: eventsOf(count, 'y'.repeat(100))
      .map((event) => JSON.stringify(event))
      .join('\n'),
  });

/** A disk that is gone after the test. */
function mountDisk(): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0700`, 'tmpfs', folder]);
  onTestFinished(async () => {
    // The engine of the service may hold the folder for a moment.
    execFileSync('umount', ['--lazy', folder]);
  });
  return folder;
}

/** Takes all room that the disk has, and what becomes free, until it is told to stop. */
async function fill(file: string, until: AbortSignal): Promise<void> {
  const handle = await open(file, 'w');
  for (let at = 0; !until.aborted; ) {
    at += await grow(handle, at);
    await delay(10);
  }
  await handle.close();
  await rm(file);
}

async function grow(handle: FileHandle, from: number): Promise<number> {
  let bytes = 0;
  for (const size of [4 * 1024 * 1024, 64 * 1024, 4096]) {
    const zeros = Buffer.alloc(size);
    try {
      for (;;) bytes += (await handle.write(zeros, 0, size, from + bytes)).bytesWritten;
    } catch {
      // Nothing of this size fits any more.
    }
  }
  return bytes;
}
