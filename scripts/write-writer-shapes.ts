// Writes writer-shapes.ts and earlier-shapes.ts. Run: node scripts/write-writer-shapes.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EARLIER_SHAPES } from '../src/adapters/engine/embedded/earlier-shapes.ts';
import { WRITER_SHAPES } from '../src/adapters/engine/embedded/writer-shapes.ts';
import { readVersion } from '../src/app/read-version.ts';
import { earlierShapesText, keepEarlierShapes } from './earlier-shapes-text.ts';
import { recordShapes, writerShapesText } from './writer-shapes-text.ts';

const FOLDER = resolve(import.meta.dirname, '../src/adapters/engine/embedded');

const now = await recordShapes();
const earlier = keepEarlierShapes({
  before: WRITER_SHAPES,
  now,
  earlier: EARLIER_SHAPES,
  version: readVersion(),
});
writeFileSync(resolve(FOLDER, 'writer-shapes.ts'), writerShapesText(now));
writeFileSync(resolve(FOLDER, 'earlier-shapes.ts'), earlierShapesText(earlier));
