// Writes docs/functions.md from the function table in src/query/catalog/functions.
// Run: node scripts/write-functions-doc.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { functionsDocument } from './functions-document.ts';

writeFileSync(resolve(import.meta.dirname, '../docs/functions.md'), functionsDocument());
