import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { errorsDocument } from '../scripts/errors-document.ts';
import { settingsDocument } from '../scripts/settings-document.ts';

test.each([
  { file: 'errors.md', mend: 'node scripts/write-errors-doc.ts', made: errorsDocument },
  { file: 'settings.md', mend: 'node scripts/write-settings-doc.ts', made: settingsDocument },
])('docs/$file is what the code says (mend: $mend)', ({ file, made }) => {
  expect(readFileSync(resolve(import.meta.dirname, '../docs', file), 'utf8')).toBe(made());
});
