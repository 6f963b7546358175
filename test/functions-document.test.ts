import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { functionsDocument } from '../scripts/functions-document.ts';

test('docs/functions.md is what the function table says (mend: node scripts/write-functions-doc.ts)', () => {
  const written = readFileSync(resolve(import.meta.dirname, '../docs/functions.md'), 'utf8');
  expect(written).toBe(functionsDocument());
});
