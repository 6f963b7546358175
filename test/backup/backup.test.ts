import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { manifestFile, manifestText, readManifest } from '../../src/app/backup/backup-manifest.ts';
import { restoreBackup } from '../../src/app/backup/restore-backup.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { answersOf, backUp, IDENTITY, LATE, newEvents, QUESTIONS, storeQuestions } from './backup-world.ts';

// [SPEC-11.1] to [SPEC-11.5]. `backup.deep.test.ts` has folders that are stopped, and files that wait.

test('a backup of a running service answers as the service did', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService();
  await service.capture(newEvents(400));
  await service.capture(IDENTITY);
  await storeQuestions(service);
  const before = await answersOf(service);
  expect(before).toHaveLength(QUESTIONS.length);
  const made = await backUp(service, backup, runCommand);
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('bytes')]);
  // What comes after the moment is not in the backup, and the service goes on as if nothing had happened.
  await service.capture(newEvents(50, 1000));
  expect(await answersOf(service)).not.toEqual(before);
  expect(existsSync(path.join(service.dataDir, 'backup-moment'))).toBe(false);
  await service.close();

  const done = await runCommandHere(['restore', backup, '--data-dir', restored]);
  expect([done.exitCode, done.stderr]).toEqual([0, expect.stringContaining('bytes')]);
  const again = await startTestService({ dataDir: restored, rootKey: service.rootKey });
  expect(await answersOf(again)).toEqual(before);
  // It is a whole service: it takes events, and knows those that it has.
  const { api_token: api_key } = (await again.call('GET', '')).json;
  const sent = await again.call('POST', '/batch?wait=true', {
    key: null,
    body: { api_key, batch: [...IDENTITY, ...newEvents(7)] },
  });
  expect(sent.status).toBe(200);
  const { json } = await again.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query: 'select count() from events' } },
  });
  expect(json.results).toEqual([[400 + IDENTITY.length + 7]]);
  await again.close();
});

test('everything acknowledged before the moment is in the backup, also what the engine does not have yet', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService({ captureFlushMs: '60000' });
  const accepted = newEvents(120);
  const body = { api_key: service.captureToken, batch: accepted };
  expect((await service.call('POST', '/batch/', { key: null, body })).status).toBe(200);
  expect((await backUp(service, backup)).exitCode).toBe(0);
  await service.close();
  expect((await runCommandHere(['restore', backup, '--data-dir', restored])).exitCode).toBe(0);
  const again = await startTestService({ dataDir: restored, rootKey: service.rootKey });
  await expect
    .poll(async () => {
      const { json } = await again.call('POST', 'query', {
        body: {
          query: { kind: 'HogQLQuery', query: 'select count() from events' },
        },
      });
      return json.results;
    }, LATE)
    .toEqual([[accepted.length]]);
  await again.close();
});

test('what is no whole backup, or no empty folder, is refused in a sentence', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService();
  expect((await backUp(service, backup)).exitCode).toBe(0);
  const restore = async (dataDir = restored) => {
    const { exitCode, stderr } = await runCommandHere(['restore', backup, '--data-dir', dataDir]);
    return `${exitCode} ${stderr}`;
  };
  expect((await backUp(service, backup)).stderr).toContain(`${backup} is not empty`);
  expect(await restore(service.dataDir)).toMatch(/^1 [\s\S]*in use by another Sluice process/);
  expect(await restore(backup)).toMatch(/^1 [\s\S]*is not empty/);
  await service.close();

  const manifest = path.join(backup, 'backup.json');
  const text = readFileSync(manifest, 'utf8');
  const change = (edit: (text: string) => string) => writeFileSync(manifest, edit(text));
  change((whole) => whole.replace('"format": 2', '"format": 3'));
  expect(await restore()).toMatch(/^1 [\s\S]*written by another build \(backup format 3/);
  change((whole) => whole.slice(0, 200));
  expect(await restore()).toMatch(/^1 [\s\S]*backup.json is damaged/);
  change((whole) => whole.replace('"path": "engine"', '"path": "../engine"'));
  expect(await restore()).toMatch(/^1 [\s\S]*backup.json is damaged/);
  rmSync(manifest);
  expect(await restore()).toMatch(/^1 [\s\S]*is no complete backup/);
  expect(existsSync(restored)).toBe(false);

  change((whole) => whole);
  const format = path.join(backup, 'data', 'folder-format');
  writeFileSync(format, '2\n');
  expect(await restore()).toMatch(/^1 [\s\S]*written by a newer version/);
  writeFileSync(format, '1 \n');
  expect(await restore()).toMatch(/^1 [\s\S]*folder-format is damaged/);
  expect(existsSync(restored)).toBe(false);
  // What a restore that was cut off has left is refused by everything, until a restore has ended.
  mkdirSync(path.join(restored, 'engine'), { recursive: true });
  writeFileSync(path.join(restored, 'restore-unfinished'), '');
  const start = await runCommandHere(['start', '--data-dir', restored, '--port', '0']);
  expect(`${start.exitCode} ${start.stderr}`).toMatch(/^1 [\s\S]*part of a restore that was cut off/);
  const copy = await runCommandHere(['backup', path.join(folder, 'other'), '--data-dir', restored]);
  expect(copy.stderr).toMatch(/part of a restore|no store.sqlite/);
  writeFileSync(format, '1\n');
  expect(await restore()).toMatch(/^0 /);
  expect(readdirSync(restored)).not.toContain('restore-unfinished');
});

test('a backup of which any file was cut off, changed or lost is refused before anything is restored', async () => {
  const folder = temporaryFolder();
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const service = await startTestService({ captureFlushMs: '60000' });
  await service.capture(newEvents(40));
  const built = await service.call('POST', 'endpoints', {
    body: { name: 'kept', query: { kind: 'HogQLQuery', query: 'select 1' }, is_materialized: true },
  });
  expect(built.status).toBe(201);
  expect((await service.call('POST', 'endpoints/kept/materialize?wait=true')).json.state).toBe('Completed');
  const body = { api_key: service.captureToken, batch: newEvents(20, 1000) };
  expect((await service.call('POST', '/batch/', { key: null, body })).status).toBe(200);
  expect((await backUp(service, backup)).exitCode).toBe(0);
  await service.close();

  const { entries } = readManifest(backup);
  const files = entries.flatMap((entry) => (entry.kind === 'file' && entry.bytes > 0 ? [entry.path] : []));
  const kinds = Map.groupBy(files, (file) =>
    file.startsWith('engine/') ? path.extname(file) || 'of the engine' : file.split('/')[0],
  );
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(['store.sqlite', 'spool', 'objects', 'folder-format', '.bin', '.sql', '.txt']),
  );
  const tried = [...kinds.values()].map((some) => path.join(backup, 'data', some[0] ?? ''));
  const refusal = () =>
    restoreBackup(backup, restored, () => undefined).then(
      () => 'restored',
      (error) => (error instanceof StartupError ? error.message : `not in a sentence: ${error}`),
    );
  for (const file of [...tried, manifestFile(backup)]) {
    const whole = readFileSync(file);
    const middle = Math.floor(whole.length / 2);
    const changed = Buffer.from(whole);
    changed.writeUInt8(whole.readUInt8(middle) ^ 1, middle);
    const damages: readonly (Buffer | null)[] = [
      whole.subarray(0, -1),
      whole.subarray(0, middle),
      changed,
      Buffer.of(),
      null,
    ];
    for (const [index, damage] of damages.entries()) {
      if (damage === null) rmSync(file);
      else writeFileSync(file, damage);
      // The last byte of the manifest is the end of its last line, which says nothing.
      if (file === manifestFile(backup) && index === 0) continue;
      expect(await refusal(), `${file}, ${index}`).toMatch(
        /damaged|no complete backup|is not|newer|cannot be/,
      );
      expect(existsSync(restored), file).toBe(false);
    }
    writeFileSync(file, whole);
  }
  expect(await refusal()).toBe('restored');
});

test.each([
  ['an entry less', (text: string) => text.replace(/ {2}\{\n {3}"kind": "file",[^}]*\},\n/, '')],
  ['another time', (text: string) => text.replace(/"created_at": "20/, '"created_at": "21')],
  ['another sum of a file', (text: string) => text.replace(/"sha256": "./, '"sha256": "g')],
  ['another sum of its own', (text: string) => text.replace(/"sha256": ".(?=[^"]*"\n\})/, '"sha256": "g')],
  ['no sum of its own', (text: string) => text.replace(/,\n "sha256": "[^"]*"\n\}/, '\n}')],
])('a backup.json with %s is refused', (_, edit) => {
  const backup = temporaryFolder();
  const entries = ['a', 'b'].map((place) => ({ kind: 'file', path: place, bytes: 1, sha256: '00' }) as const);
  const text = manifestText({ format: 2, version: '1.0.0', created_at: '2026-01-05T09:00:00Z', entries });
  writeFileSync(manifestFile(backup), text);
  expect(readManifest(backup).entries).toEqual(entries);
  expect(edit(text)).not.toBe(text);
  writeFileSync(manifestFile(backup), edit(text));
  expect(() => readManifest(backup)).toThrow(/backup.json is damaged/);
});

test('only a key that reaches everything may hold a moment', async () => {
  const service = await startTestService();
  const { json: bound } = await service.call('POST', '/api/personal_api_keys', {
    body: { label: 'bound', scopes: ['*'], projects: [1] },
  });
  const refused = await service.call('POST', '/api/backup_moments', { key: bound.value });
  expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
  const { json: moment } = await service.call('POST', '/api/backup_moments');
  expect((await service.call('POST', `/api/backup_moments/${moment.id}/keep`)).status).toBe(204);
  const { json: next } = await service.call('POST', '/api/backup_moments');
  expect((await service.call('POST', `/api/backup_moments/${moment.id}/keep`)).status).toBe(404);
  await service.call('DELETE', `/api/backup_moments/${moment.id}`);
  expect(existsSync(next.folder)).toBe(true);
  await service.call('DELETE', `/api/backup_moments/${next.id}`);
  expect(existsSync(next.folder)).toBe(false);
  await service.close();
});

test('a moment for which the disk has no room is refused with 503, and the next one is held', async () => {
  const service = await startTestService();
  const { database } = service.services;
  const { beginCopy } = database;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  Object.assign(database, {
    beginCopy: () => {
      throw full;
    },
  });
  const refused = await service.call('POST', '/api/backup_moments');
  expect([refused.status, refused.json.code]).toEqual([503, 'store_unavailable']);
  expect(existsSync(path.join(service.dataDir, 'backup-moment'))).toBe(false);
  Object.assign(database, { beginCopy });
  expect((await service.call('POST', '/api/backup_moments')).status).toBe(201);
  await service.close();
});
