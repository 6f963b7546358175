import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/upgrade');

/** What `scripts/write-upgrade-fixture.ts` packed of a build. */
export interface UnpackedBuild {
  readonly dataDir: string;
  readonly rootKey: string;
  readonly captureToken: string;
  /** A file that its `sluice export` or `sluice endpoints list` wrote. */
  readonly exported: (file: string) => string;
}

/** Names of the builds whose folders are kept: `before-0.1.0` cannot be opened, all others must be. */
export function keptBuilds(): readonly string[] {
  return readdirSync(FIXTURES).flatMap((file) =>
    file.endsWith('.tar.gz') ? [file.slice(0, -'.tar.gz'.length)] : [],
  );
}

/** Unpacks a build into a folder that is removed when the running test ends. */
export function unpackBuild(name: string): UnpackedBuild {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', path.join(FIXTURES, `${name}.tar.gz`), '-C', folder]);
  const dataDir = path.join(folder, 'data');
  const credentials = JSON.parse(readFileSync(path.join(dataDir, 'initial-credentials.json'), 'utf8'));
  return {
    dataDir,
    rootKey: credentials.root_key,
    captureToken: credentials.capture_token,
    exported: (file) => path.join(folder, file),
  };
}
