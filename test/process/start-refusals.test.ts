import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '../../src/adapters/store/lock-data-folder.ts';
import { describeRefusal } from '../../src/app/folder-obstacle.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeRefusalsOfOthers } from './describe-refusals-of-others.ts';

// What keeps the service from starting is one sentence with the way out, the same from `start` and from `doctor`,
// before the engine is started. [SPEC-10.3].

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

// `start-refusals.deep.test.ts` asks `doctor` for the same.
describeRefusalsOfOthers('start');

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

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
