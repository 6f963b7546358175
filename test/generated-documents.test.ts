import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { earlierShapesText, keepEarlierShapes } from '../scripts/earlier-shapes-text.ts';
import { errorsDocument } from '../scripts/errors-document.ts';
import { lookupsChart } from '../scripts/lookups-chart.ts';
import { scaleDocument } from '../scripts/scale-document.ts';
import { settingsDocument } from '../scripts/settings-document.ts';
import { recordShapes, writerShapesText } from '../scripts/writer-shapes-text.ts';
import { EARLIER_SHAPES } from '../src/adapters/engine/embedded/earlier-shapes.ts';
import { readVersion } from '../src/app/read-version.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

test.each([
  { file: 'errors.md', mend: 'node scripts/write-errors-doc.ts', made: errorsDocument },
  { file: 'settings.md', mend: 'node scripts/write-settings-doc.ts', made: settingsDocument },
  { file: 'scale.md', mend: 'node scripts/write-scale-doc.ts', made: scaleDocument },
  { file: 'lookups.svg', mend: 'node scripts/write-charts.ts', made: lookupsChart },
])('docs/$file is what the code says (mend: $mend)', ({ file, made }) => {
  const written = readFileSync(resolve(import.meta.dirname, '../docs', file), 'utf8');
  expect(written).toBe(made(written));
});

test('writer-shapes.ts is what the service sends (mend: node scripts/write-writer-shapes.ts)', async () => {
  const written = (name: string) =>
    readFileSync(resolve(import.meta.dirname, '../src/adapters/engine/embedded', name), 'utf8');
  const now = await recordShapes();
  expect(written('writer-shapes.ts')).toBe(writerShapesText(now));
  const kept = keepEarlierShapes({ before: now, now, earlier: EARLIER_SHAPES, version: readVersion() });
  expect(written('earlier-shapes.ts')).toBe(earlierShapesText(kept));
});

const CONSOLE_TYPES = 'console/src/api/schema.d.ts';

test(`${CONSOLE_TYPES} is docs/openapi.json (mend: node scripts/write-openapi-types.mjs ${CONSOLE_TYPES})`, async () => {
  const root = resolve(import.meta.dirname, '..');
  const folder = temporaryFolder();
  const file = resolve(folder, 'schema.d.ts');
  await promisify(execFile)(process.execPath, [resolve(root, 'scripts/write-openapi-types.mjs'), file]);
  expect(readFileSync(resolve(root, CONSOLE_TYPES), 'utf8') === readFileSync(file, 'utf8')).toBe(true);
});
