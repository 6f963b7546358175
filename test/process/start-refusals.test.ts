import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '../../src/adapters/store/lock-data-folder.ts';
import { describeRefusal } from '../../src/app/folder-obstacle.ts';
import type { CommandResult } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// What keeps the service from starting is one sentence with the way out, the same from `start` and from `doctor`,
// before the engine is started. [SPEC-10.3].

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const NOBODY = 65_534;

test('a data folder that is a file, or below one', async () => {
  const file = path.join(temporaryFolder(), 'data');
  writeFileSync(file, '');
  for (const folder of [file, path.join(file, 'deeper')])
    await expectRefusal(
      ['--data-dir', folder],
      `The data folder ${folder} cannot be made, because ${file} is a file. Set SLUICE_DATA_DIR to another folder.`,
    );
});

test('a data folder that another process has', async () => {
  const folder = temporaryFolder();
  const lock = lockDataFolder(folder);
  onTestFinished(() => lock.release());
  const before = readdirSync(folder);
  await expectRefusal(
    ['--data-dir', folder],
    `The data folder ${folder} is in use by another Sluice process (pid ${process.pid}). ` +
      'Stop that process, or set SLUICE_DATA_DIR to another folder.',
  );
  expect(readdirSync(folder)).toEqual(before);
});

test('a port that is taken, by others or by the metrics', async () => {
  const port = await takenPort();
  await expectRefusal(
    ['--port', `${port}`],
    `Port ${port} of 127.0.0.1 is taken. End the process that listens there, or set SLUICE_PORT to another port.`,
  );
  await expectRefusal(
    ['--port', '0', '--metrics-port', `${port}`],
    `Port ${port} of 127.0.0.1 is taken. End the process that listens there, or set SLUICE_METRICS_PORT to another port.`,
  );
});

test('an address that this machine does not have', async () => {
  await expectRefusal(
    ['--host', '192.0.2.1'],
    'The service cannot listen on 192.0.2.1 (EADDRNOTAVAIL). Set SLUICE_HOST to an address of this machine, such as 127.0.0.1.',
  );
});

test('every obstacle is told at once, and as JSON', async () => {
  const folder = temporaryFolder();
  const lock = lockDataFolder(folder);
  onTestFinished(() => lock.release());
  const args = ['doctor', '--json', '--data-dir', folder, '--port', `${await takenPort()}`];
  const { stdout, exitCode } = await runCommandHere(args);
  expect(JSON.parse(stdout).obstacles).toHaveLength(2);
  expect(exitCode).toBe(1);
});

test('a folder, or a file in it, that belongs to somebody else', async () => {
  const folder = path.join(temporaryFolder(), 'data');
  mkdirSync(folder, { mode: 0o755 });
  chmodSync(path.dirname(folder), 0o755);
  const user = process.getuid?.() === 0 ? NOBODY : process.getuid?.();
  const wayOut = `Give the data folder to that user (chown -R ${user} ${folder}), or set SLUICE_DATA_DIR to another folder.`;
  chmodSync(folder, 0o555);
  const closed = { kind: 'as-nobody', folder } as const;
  await expectRefusalOf(closed, `User ${user} may not read and write ${folder}. ${wayOut}`);
  const deeper = path.join(folder, 'deeper');
  await expectRefusalOf(
    { kind: 'as-nobody', folder: deeper },
    `User ${user} may not make the data folder ${deeper} in ${folder}. Make it and give it to that user, ` +
      'or set SLUICE_DATA_DIR to another folder.',
  );
  writeFileSync(path.join(folder, 'store.sqlite'), '');
  chmodSync(path.join(folder, 'store.sqlite'), 0o444);
  chmodSync(folder, 0o777);
  await expectRefusalOf(closed, `User ${user} may not read and write ${folder}/store.sqlite. ${wayOut}`);
});

test('a data folder below one that this user may not enter', async () => {
  const closed = path.join(temporaryFolder(), 'closed');
  mkdirSync(closed, { mode: 0o700 });
  chmodSync(path.dirname(closed), 0o755);
  if (process.getuid?.() !== 0) chmodSync(closed, 0);
  const user = process.getuid?.() === 0 ? NOBODY : process.getuid?.();
  const folder = path.join(closed, 'more', 'data');
  await expectRefusalOf(
    { kind: 'as-nobody', folder },
    `User ${user} may not enter ${closed}, in which the data folder ${folder} is. Let that user enter it, ` +
      'or set SLUICE_DATA_DIR to another folder.',
  );
});

test('a disk without space', async () => {
  const folder = temporaryFolder();
  await expectRefusalOf(
    { kind: 'no-space', folder },
    `There is no space for the data folder ${folder} (EFBIG). Free some, or set SLUICE_DATA_DIR to another folder.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [
    'EROFS',
    /^The data folder \/data is on a file system that is mounted read-only\. Mount it for writing, or set/,
  ],
  ['ENOSPC', /^There is no space for the data folder \/data \(ENOSPC\)\. Free some, or set/],
  ['EDQUOT', /^There is no space for the data folder \/data \(EDQUOT\)\. Free some, or set/],
  ['EIO', /^The data folder \/data cannot be used \(EIO\)\. Set SLUICE_DATA_DIR to another folder\.$/],
])('what the file system answers with %s is one sentence', (code, sentence) => {
  expect(describeRefusal('/data', Object.assign(new Error(code), { code }))).toMatch(sentence);
});

async function expectRefusal(flags: readonly string[], sentence: string): Promise<void> {
  const elsewhere = flags.includes('--data-dir') ? [] : ['--data-dir', temporaryFolder()];
  const anyPort = flags.includes('--port') ? [] : ['--port', '0'];
  for (const command of ['start', 'doctor']) {
    const result = await runCommandHere([command, ...flags, ...elsewhere, ...anyPort]);
    expect(result).toEqual({ stdout: '', stderr: `${sentence}\n`, exitCode: 1 });
  }
}

interface OtherProcess {
  readonly kind: 'as-nobody' | 'no-space';
  readonly folder: string;
}

/** In a process that this one's rights and room are not given to. */
async function expectRefusalOf({ kind, folder }: OtherProcess, sentence: string): Promise<void> {
  const user = kind === 'as-nobody' && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const limit = kind === 'no-space' ? 'ulimit -f 0; ' : '';
  for (const command of ['start', 'doctor']) {
    const args = [MAIN, command, '--data-dir', folder, '--port', '0'];
    const options = { env: { PATH: process.env['PATH'] }, cwd: '/', ...user };
    const shell = ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args];
    const result = await new Promise<CommandResult>((resolve) => {
      const child = execFile('sh', shell, options, (_error, stdout, stderr) =>
        resolve({ exitCode: child.exitCode, stdout, stderr }),
      );
    });
    expect(result).toEqual({ stdout: '', stderr: `${sentence}\n`, exitCode: 1 });
  }
}

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
