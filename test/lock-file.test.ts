import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type LockFile, missingPackages, unpinnedDocument } from '../scripts/lock-file.ts';

// What `npm ci` needs of the lock file; that it installs from it is a stage of .ci/run.

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');
const lock: LockFile = JSON.parse(read('package-lock.json'));

test('the lock file has every optional package of every platform (mend: node scripts/complete-lock-file.ts)', () => {
  expect(missingPackages(lock)).toEqual({});
});

test('docs/packages-without-checksum.md lists what has none (mend: node scripts/complete-lock-file.ts)', () => {
  expect(read('docs/packages-without-checksum.md')).toBe(unpinnedDocument(lock));
});

test('everything that Linux on x64 installs has a checksum, and no place names a registry', () => {
  const entries = Object.entries(lock.packages).filter(([place]) => place !== '');
  const here = entries.filter(
    ([, { os, cpu, libc }]) => fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
  );
  expect(here.length).toBeGreaterThan(250);
  expect(here.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the pinned Node is one version for all platforms, and in the lock file with the rest', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  for (const [name, version] of Object.entries(optionalDependencies))
    expect(lock.packages[`node_modules/${name}`]?.version).toBe(version);
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
