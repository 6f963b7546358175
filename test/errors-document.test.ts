import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { errorsDocument } from '../scripts/errors-document.ts';

test('docs/errors.md is what the catalogue says (mend: node scripts/write-errors-doc.ts)', () => {
  const written = readFileSync(resolve(import.meta.dirname, '../docs/errors.md'), 'utf8');
  expect(written).toBe(errorsDocument());
});
