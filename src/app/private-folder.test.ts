import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { exposureOf, preparePrivateFolder } from './private-folder.ts';

let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
});

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

function folderWith(mode: number): string {
  const folder = join(temporaryFolder(), "operator's data");
  mkdirSync(join(folder, 'objects'), { recursive: true });
  writeFileSync(join(folder, 'store.sqlite'), '');
  chmodSync(folder, mode);
  return folder;
}

test('a new folder, and all that is written from then on, is for its owner', () => {
  const folder = join(temporaryFolder(), 'deeper', 'data');
  expect(exposureOf(folder)).toBeNull();
  expect(preparePrivateFolder(folder)).toBeNull();
  writeFileSync(join(folder, 'file'), '');
  expect([folder, join(folder, '..'), join(folder, 'file')].map(modeOf)).toEqual(['700', '700', '600']);
});

test.each([0o755, 0o777, 0o750, 0o2775])('a folder of ours with mode %o is tightened', (mode) => {
  const folder = folderWith(mode);
  expect(exposureOf(folder)).not.toBeNull();
  expect(preparePrivateFolder(folder)).toBeNull();
  expect(modeOf(folder)).toMatch(/^2?700$/);
  expect([join(folder, 'objects'), join(folder, 'store.sqlite')].map(modeOf)).toEqual(['700', '600']);
});

test('a folder for everybody stays as it is, and the warning names the command', () => {
  const folder = folderWith(0o1777);
  const shown = folder.replace("'", "'\\''");
  expect(preparePrivateFolder(folder)).toBe(
    `The data folder ${folder} (mode 1777) is open to other users of this machine, with the keys and events in it. ` +
      `Close it: chmod 700 '${shown}'`,
  );
  expect(modeOf(folder)).toBe('1777');
});

test('so does one of somebody else', () => {
  const folder = somebodyElses();
  const before = modeOf(folder);
  expect(preparePrivateFolder(folder)).toContain(`(mode 0${before})`);
  expect(modeOf(folder)).toBe(before);
});

/** A folder of another user: root can make one, others find one. */
function somebodyElses(): string {
  if (process.getuid?.() !== 0) return '/usr';
  const folder = folderWith(0o755);
  chownSync(folder, 65_534, 65_534);
  return folder;
}
