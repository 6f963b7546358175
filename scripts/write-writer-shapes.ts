// Writes src/adapters/engine/embedded/writer-shapes.ts. Run: node scripts/write-writer-shapes.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writerShapesText } from './writer-shapes-text.ts';

const FILE = '../src/adapters/engine/embedded/writer-shapes.ts';

writeFileSync(resolve(import.meta.dirname, FILE), await writerShapesText());
