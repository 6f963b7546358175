import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CommandResult } from '../fixtures/run-command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const NOBODY = 65_534;

type RefusedCommand = 'start' | 'doctor';

/** What a command says in a process without the rights and the room of this one. [SPEC-10.3]. */
export function describeRefusalsOfOthers(command: RefusedCommand): void {
  test('a folder, or a file in it, that belongs to somebody else', async () => {
    const folder = path.join(temporaryFolder(), 'data');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(path.dirname(folder), 0o755);
    const user = process.getuid?.() === 0 ? NOBODY : process.getuid?.();
    const wayOut = `Give the data folder to that user (chown -R ${user} ${folder}), or set SLUICE_DATA_DIR to another folder.`;
    chmodSync(folder, 0o555);
    const closed = { kind: 'as-nobody', folder } as const;
    await expectRefusalOf(command, closed, `User ${user} may not read and write ${folder}. ${wayOut}`);
    const deeper = path.join(folder, 'deeper');
    await expectRefusalOf(
      command,
      { kind: 'as-nobody', folder: deeper },
      `User ${user} may not make the data folder ${deeper} in ${folder}. Make it and give it to that user, ` +
        'or set SLUICE_DATA_DIR to another folder.',
    );
    writeFileSync(path.join(folder, 'store.sqlite'), '');
    chmodSync(path.join(folder, 'store.sqlite'), 0o444);
    chmodSync(folder, 0o777);
    await expectRefusalOf(
      command,
      closed,
      `User ${user} may not read and write ${folder}/store.sqlite. ${wayOut}`,
    );
  });

  test('a data folder below one that this user may not enter', async () => {
    const closed = path.join(temporaryFolder(), 'closed');
    mkdirSync(closed, { mode: 0o700 });
    chmodSync(path.dirname(closed), 0o755);
    if (process.getuid?.() !== 0) chmodSync(closed, 0);
    const user = process.getuid?.() === 0 ? NOBODY : process.getuid?.();
    const folder = path.join(closed, 'more', 'data');
    await expectRefusalOf(
      command,
      { kind: 'as-nobody', folder },
      `User ${user} may not enter ${closed}, in which the data folder ${folder} is. Let that user enter it, ` +
        'or set SLUICE_DATA_DIR to another folder.',
    );
  });

  test('a disk without space', async () => {
    const folder = temporaryFolder();
    await expectRefusalOf(
      command,
      { kind: 'no-space', folder },
      `There is no space for the data folder ${folder} (EFBIG). Free some, or set SLUICE_DATA_DIR to another folder.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
}

interface OtherProcess {
  readonly kind: 'as-nobody' | 'no-space';
  readonly folder: string;
}

/** In a process that this one's rights and room are not given to. */
async function expectRefusalOf(
  command: RefusedCommand,
  { kind, folder }: OtherProcess,
  sentence: string,
): Promise<void> {
  const user = kind === 'as-nobody' && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const limit = kind === 'no-space' ? 'ulimit -f 0; ' : '';
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
