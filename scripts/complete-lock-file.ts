// Adds to the lock files what npm left out because the registry at hand does not have it, and writes
// docs/packages-without-checksum.md. Run after every change of a package: node scripts/complete-lock-file.ts
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LOCKED_FOLDERS, type LockFile, missingPackages, unpinnedDocument } from './lock-file.ts';

const root = resolve(import.meta.dirname, '..');
const locks = LOCKED_FOLDERS.map((folder) => complete(resolve(root, folder)));
writeFileSync(resolve(root, 'docs/packages-without-checksum.md'), unpinnedDocument(locks));

function complete(folder: string): LockFile {
  const file = resolve(folder, 'package-lock.json');
  const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'));
  const packages = { ...lock.packages, ...missingPackages(lock) };
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  // npm keeps these entries and puts everything in its own order.
  const options = ['--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
  return JSON.parse(readFileSync(file, 'utf8'));
}
