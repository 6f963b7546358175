import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The service that `npm run console:dev` asks; another one by `SLUICE_URL`. */
const service = process.env['SLUICE_URL'] ?? 'http://127.0.0.1:8700';

/** Puts the nonce of each response in the place of this word (`src/http/routes/console.ts`). */
const NONCE_PLACE = 'SLUICE-NONCE';

/** Own files and packages that a chunk holds: `src/parts/select.tsx`, `d3-shape`. */
const nameOfModule = (id: string): string | undefined =>
  /console\/(src\/[^?]+)$/.exec(id)?.[1] ?? /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

/** Writes which chunk holds and imports what: budgets of sizes are by part (`test/console/console-sizes.ts`). */
const tellChunks: Plugin = {
  name: 'tell-chunks',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const holds = new Set(Object.keys(chunk.modules).map(nameOfModule));
      holds.delete(undefined);
      const { fileName: file, isEntry, imports } = chunk;
      return [{ file, isEntry, imports, holds: [...holds] }];
    });
    this.emitFile({ type: 'asset', fileName: 'chunks.json', source: JSON.stringify(chunks) });
  },
};

/** What the editor stands on comes in one piece, so that it is loaded once and its size is known. */
const EDITOR = /node_modules\/(@codemirror\/(?!merge)|@lezer\/|style-mod|w3c-keyname|crelt|@marijn\/)/;

const PARTS = /console\/src\/parts\//;

/** What is loaded in one piece, where each shared file would be a request of its own: a start waits for few of them. */
const PIECES = [
  { name: 'frame', tags: ['$initial' as const], priority: 3 },
  { name: 'editor', test: EDITOR, priority: 2 },
  { name: 'parts', test: PARTS, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // The console speaks English alone.
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, tellChunks],
  html: { cspNonce: NONCE_PLACE },
  build: {
    // Fonts come from the service: the policy of the page takes none out of its text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: PIECES } } },
    license: { fileName: 'licenses.txt' },
  },
  server: { proxy: { '^/(api|docs|capture|import|_readyz|_livez)': service } },
});
