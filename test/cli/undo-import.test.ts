import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [CAP-7.12].

const UNKNOWN = '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10';

/** The words of `sluice import` on the data folder. */
function importing(dataDir: string) {
  const file = path.join(temporaryFolder(), 'two.jsonl');
  const lines = [1, 2].map((day) =>
    JSON.stringify({ event: 'e', distinct_id: 'a', timestamp: `2025-06-0${day}T10:00:00Z` }),
  );
  writeFileSync(file, lines.join('\n'));
  const run = (...args: readonly string[]) =>
    runCommandHere(['import', ...args, '--project', '1', '--data-dir', dataDir]);
  return { file, run };
}

/** Imports, looks, undoes and imports again. */
async function expectJourney(dataDir: string): Promise<void> {
  const { file, run } = importing(dataDir);
  const id = /import (\S+), which --undo takes back/.exec((await run(file)).stdout)?.[1] ?? '';
  const dry = await run('--undo', id, '--dry-run');
  expect(dry, dry.stderr).toMatchObject({
    exitCode: 0,
    stdout:
      '  2 events would be deleted, from 2025-06-01T10:00:00Z to 2025-06-02T10:00:00Z; nothing was changed\n',
  });
  const undone = await run('--undo', id);
  expect(undone, undone.stderr).toMatchObject({
    exitCode: 0,
    stdout: '  2 events deleted; persons, merges, definitions stay\n',
  });
  expect((await run('--undo', id)).stdout).toBe('  0 events deleted; persons, merges, definitions stay\n');
  expect((await run(file)).stdout).toContain('2 rows read, 2 inserted, 0 there before');
  const unknown = await run('--undo', UNKNOWN);
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('There is no such import.'),
  ]);
}

test('an import is undone through the service that runs on the data folder', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  await expectJourney(service.dataDir);
});

test('and in place when none runs', async () => {
  const service = await startTestService({ dataDir: temporaryFolder() });
  await service.close({ keepData: true });
  await expectJourney(service.dataDir);
});

test('files and --undo exclude each other', async () => {
  const { file, run } = importing(temporaryFolder());
  for (const args of [[], [file, '--undo', UNKNOWN]])
    expect(await run(...args)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Name files to import, or with --undo the id of an import.'),
    });
});
