// Adds to package-lock.json what npm left out because the registry at hand does not have it, and writes
// docs/packages-without-checksum.md. Run after every change of a package: node scripts/complete-lock-file.ts
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type LockFile, missingPackages, unpinnedDocument } from './lock-file.ts';

const root = resolve(import.meta.dirname, '..');
const lockFile = resolve(root, 'package-lock.json');
const lock: LockFile = JSON.parse(readFileSync(lockFile, 'utf8'));
const packages = { ...lock.packages, ...missingPackages(lock) };
writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
// npm keeps these entries and puts everything in its own order.
execFileSync('npm', ['install', '--package-lock-only'], { cwd: root, stdio: 'inherit' });
const complete: LockFile = JSON.parse(readFileSync(lockFile, 'utf8'));
writeFileSync(resolve(root, 'docs/packages-without-checksum.md'), unpinnedDocument(complete));
