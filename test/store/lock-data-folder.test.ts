import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '../../src/adapters/store/lock-data-folder.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a folder held by another process is refused by name, and free once that process is killed', async () => {
  const folder = temporaryFolder();
  const holder = await startHolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(StartupError);
  expect(() => lockDataFolder(folder)).toThrow(`pid ${holder.pid}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataFolder(folder).release();
});

test('one process holds a folder once', () => {
  const folder = temporaryFolder();
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`pid ${process.pid}`);
  lock.release();
  lockDataFolder(folder).release();
});

/** Another process that locks `folder` and then waits for its end. */
async function startHolder(folder: string): Promise<ChildProcess> {
  const module = new URL('../../src/adapters/store/lock-data-folder.ts', import.meta.url);
  const program = `
    import { lockDataFolder } from ${JSON.stringify(module.href)};
    globalThis.lock = lockDataFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 60_000);`;
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await once(holder.stdout, 'data');
  return holder;
}
