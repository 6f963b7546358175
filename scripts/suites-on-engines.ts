import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const START_SERVICE = path.join(ROOT, 'test/fixtures/start-service.ts');

/** Suites that start services and cannot have another engine than the embedded one, and why. */
export const EMBEDDED_ONLY: Readonly<Record<string, string>> = {
  'test/backup/backup.test.ts': 'backs up and restores the folder of a service with its engine',
  'test/capture/old-rejects.test.ts': 'looks at files of imports in the folder of the service',
  'test/http/error-catalogue.test.ts': 'lets the disk of an SQLite store be full',
  'test/lookups/random-changes.test.ts': 'restores backups of the folder of a service with its engine',
  'test/process/forgotten-on-disk.test.ts': 'looks at the files of the engine and of SQLite',
  'test/process/private-files.test.ts': 'looks at the files of a service with its engine',
  'test/process/materialization-restart.test.ts':
    'ends a build at once whose process left it in an SQLite store; PostgreSQL waits for its lease',
  'test/upgrade/earlier-build.test.ts': 'opens the folder of an earlier build',
  'test/upgrade/kept-folders.test.ts': 'opens folders of earlier builds',
  'test/materialize/damaged-snapshots.test.ts': 'damages objects on the disk of the service',
};

/** Files of the fast suite that start a service and may have it on an engine process, by path from the root. */
export function suitesOnEngines(): readonly string[] {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.deep|\.data)\.test\.ts$/.test(file))
    .map((file) => path.join('test', file));
  const known = new Map<string, boolean>();
  return files.filter((file) => !(file in EMBEDDED_ONLY) && reaches(path.join(ROOT, file), known)).sort();
}

/**
 * A part of them by seed: every tenth where `part` is 0.1, so that any ten seeds in a row run every file once, and
 * neighbours in a folder are in different parts.
 */
export function suitesOfSeed(suites: readonly string[], part: number, seed: number): readonly string[] {
  const parts = Math.max(1, Math.round(1 / part));
  return suites.filter((_, index) => index % parts === seed % parts);
}

/** True for a file that starts services, itself or through what it imports from the tests. */
function reaches(file: string, known: Map<string, boolean>): boolean {
  if (file === START_SERVICE) return true;
  const answer = known.get(file);
  if (answer !== undefined) return answer;
  // Whoever is met again on the way to himself adds nothing.
  known.set(file, false);
  const found = importsOf(file).some((each) => reaches(each, known));
  known.set(file, found);
  return found;
}

const IMPORT = /^(?:import|export) (?!type )[^;]*? from '(\.[^']+\.ts)'/gms;

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map(([, imported = '']) => path.resolve(path.dirname(file), imported))
    .filter((imported) => imported.startsWith(path.join(ROOT, 'test')));
}
