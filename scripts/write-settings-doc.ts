// Writes docs/settings.md from src/app/config.ts. Run: node scripts/write-settings-doc.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settingsDocument } from './settings-document.ts';

writeFileSync(resolve(import.meta.dirname, '../docs/settings.md'), settingsDocument());
