import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The version of the package, whether it runs from `src` or from `dist`. */
export function readVersion(): string {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
