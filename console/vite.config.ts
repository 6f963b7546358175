import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that `npm run console:dev` asks; another one by `SLUICE_URL`. */
const service = process.env['SLUICE_URL'] ?? 'http://127.0.0.1:8700';

/** Puts the nonce of each response in the place of this word (`src/http/routes/console.ts`). */
const NONCE_PLACE = 'SLUICE-NONCE';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // The console speaks English alone.
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
  html: { cspNonce: NONCE_PLACE },
  build: {
    // Fonts come from the service: the policy of the page takes none out of its text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.txt' },
  },
  server: { proxy: { '^/(api|docs|capture|import|_readyz|_livez)': service } },
});
