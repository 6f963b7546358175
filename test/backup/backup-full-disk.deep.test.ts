import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { newEvents } from './backup-world.ts';

// [SPEC-11.1], [CAP-6.5]. The backup lies on a small disk of its own, for which this process must be allowed to mount
// one.

test('a backup or restore onto a full disk fails and says why, and is done when there is room', async () => {
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0700', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  const service = await startTestService();
  onTestFinished(() => service.close());
  await service.capture(newEvents(2_000));
  const target = path.join(disk, 'backup');
  const backUp = (folder: string) =>
    runCommand(['backup', folder, '--url', service.url, '--key', service.rootKey, '--json']);

  const full = await backUp(target);
  expect(full.exitCode).not.toBe(0);
  expect(full.stderr).toMatch(/no space left/i);
  expect(full.stderr).not.toMatch(/\n\s+at /);
  expect(existsSync(path.join(service.dataDir, 'backup-moment'))).toBe(false);
  const restored = path.join(temporaryFolder(), 'restored');
  expect((await runCommand(['restore', target, '--data-dir', restored])).exitCode).not.toBe(0);

  // The service never noticed, and the next backup is one.
  await service.capture(newEvents(10, 5_000));
  const next = path.join(temporaryFolder(), 'next');
  expect(await backUp(next)).toMatchObject({ exitCode: 0 });
  // Room for a folder and a few files.
  execFileSync('mount', ['-o', 'remount,size=1m', disk]);
  const toFull = ['restore', next, '--data-dir', path.join(disk, 'data')];
  const cutOff = await runCommand(toFull);
  expect([cutOff.exitCode, cutOff.stderr]).toEqual([1, expect.stringMatching(/no space left/i)]);
  expect(cutOff.stderr).not.toMatch(/\n\s+at /);
  execFileSync('mount', ['-o', 'remount,size=256m', disk]);
  expect(await runCommand(toFull)).toMatchObject({ exitCode: 0 });
});
