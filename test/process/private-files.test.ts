import { chmodSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// What is in the data folder is events, keys and who is who: nobody but its owner may read it.

let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
});

/**
 * Everything below a folder that others may look into, and how much was looked at. Links have no rights of their own.
 */
function openIn(folder: string) {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  const isOpen = (file: string): boolean => {
    const found = lstatSync(file);
    return !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  };
  return { open: [folder, ...all].filter(isOpen), count: all.length };
}

test('all files and folders of a service are for its owner, in a folder that was open before too', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sluice-test-'));
  chmodSync(dataDir, 0o755);
  const service = await startTestService({ dataDir });
  const batch = [{ event: 'seen', distinct_id: 'ada' }];
  await service.capture(batch);
  const query = { kind: 'HogQLQuery', query: 'select event, count() as n from events group by event' };
  await service.call('POST', 'endpoints', { body: { name: 'counts', query, is_materialized: true } });
  await service.call('POST', 'endpoints/counts/materialize?wait=true');
  const found = openIn(dataDir);
  expect(found.open).toEqual([]);
  for (const entry of ['store.sqlite', 'initial-credentials.json', 'engine', 'spool', 'objects'])
    expect(readdirSync(dataDir)).toContain(entry);
  expect(readdirSync(path.join(dataDir, 'objects')).length).toBeGreaterThan(0);
  expect(found.count).toBeGreaterThan(50);
  await service.close();
});

test('the engine writes for its owner, whoever starts it', async () => {
  const folder = path.join(temporaryFolder(), 'engine');
  const engine = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  expect(openIn(folder).open).toEqual([]);
  await engine.close();
});
