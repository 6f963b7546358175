import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCKED_FOLDERS, type LockFile, missingPackages, unpinnedDocument } from '../scripts/lock-file.ts';

// What `npm ci` needs of the lock files; that it installs from them is a stage of .ci/run.

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');
const locks = LOCKED_FOLDERS.map((folder) => ({
  folder,
  lock: JSON.parse(read(`${folder}/package-lock.json`)) as LockFile,
}));

describe.each(locks)('the lock file of $folder', ({ lock }) => {
  test('has every optional package of every platform (mend: node scripts/complete-lock-file.ts)', () => {
    expect(missingPackages(lock)).toEqual({});
  });

  test('has a checksum of everything that Linux on x64 installs, and names no registry', () => {
    const entries = Object.entries(lock.packages).filter(([place]) => place !== '');
    const here = entries.filter(
      ([, { os, cpu, libc }]) => fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
    );
    expect(here.length).toBeGreaterThan(0);
    expect(here.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

test('docs/packages-without-checksum.md lists what has none (mend: node scripts/complete-lock-file.ts)', () => {
  expect(read('docs/packages-without-checksum.md')).toBe(unpinnedDocument(locks.map(({ lock }) => lock)));
});

// `npm ci` runs install scripts. That of chdb is `node -e ""`, that of core-js prints a line.
test('no package has an install script that does anything', () => {
  const scripted = locks.flatMap(({ lock }) =>
    Object.entries(lock.packages).filter(([, { hasInstallScript = false }]) => hasInstallScript),
  );
  expect(scripted.map(([place, { version }]) => `${place}@${version}`)).toEqual([
    'node_modules/chdb@3.4.0',
    'node_modules/core-js@3.51.0',
  ]);
});

test('the pinned Node is one version for all platforms, and no package of the product', () => {
  const { optionalDependencies } = JSON.parse(read('scripts/pinned-node/package.json'));
  expect(Object.keys(optionalDependencies)).toHaveLength(5);
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  expect(
    Object.keys(locks[0]?.lock.packages ?? {}).filter((place) =>
      /^node_modules\/node-(bin|linux|darwin|win)/.test(place),
    ),
  ).toEqual([]);
});

test('an entry that npm left out is pinned to the platform that its name tells', () => {
  const asking = {
    dev: true,
    optionalDependencies: { '@oxc-parser/binding-linux-arm-musleabihf': '0.156.0' },
  };
  expect(missingPackages({ packages: { 'node_modules/oxc-parser': asking } })).toEqual({
    'node_modules/@oxc-parser/binding-linux-arm-musleabihf': {
      version: '0.156.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm'],
      libc: ['musl'],
    },
  });
});

function fits(allowed: string | readonly string[] | undefined, name: string): boolean {
  return allowed === undefined || [allowed].flat().includes(name);
}
