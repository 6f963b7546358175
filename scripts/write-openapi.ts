// Writes docs/openapi.json from the operations in src/http/operations. Run: node scripts/write-openapi.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiText } from './openapi-text.ts';

writeFileSync(resolve(import.meta.dirname, '../docs/openapi.json'), openApiText());
