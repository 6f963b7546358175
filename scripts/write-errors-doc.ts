// Writes docs/errors.md from the catalogue in src/base/errors.ts. Run: node scripts/write-errors-doc.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorsDocument } from './errors-document.ts';

writeFileSync(resolve(import.meta.dirname, '../docs/errors.md'), errorsDocument());
