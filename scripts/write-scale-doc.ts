// Writes what the commands of docs/scale.md print into it. Run: node scripts/write-scale-doc.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { scaleDocument } from './scale-document.ts';

const FILE = resolve(import.meta.dirname, '../docs/scale.md');

writeFileSync(FILE, scaleDocument(readFileSync(FILE, 'utf8')));
