// Copies what /static/array.js serves, and its licence, from the package. Run: node scripts/copy-posthog-js.ts
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const source = resolve(root, 'node_modules/posthog-js');
const target = resolve(root, 'assets/posthog-js');
writeFileSync(
  resolve(target, 'array.js.br'),
  brotliCompressSync(readFileSync(resolve(source, 'dist/array.js'))),
);
copyFileSync(resolve(source, 'LICENSE'), resolve(target, 'LICENSE'));
