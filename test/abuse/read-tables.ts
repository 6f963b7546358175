import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AbuseTable } from './abuse-case.ts';

const FOLDER = path.join(import.meta.dirname, 'cases');

/** Every table of `cases/`. */
export async function readTables(): Promise<readonly AbuseTable[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
  return Promise.all(files.map(async (name) => (await import(path.join(FOLDER, name))).table));
}
