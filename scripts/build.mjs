import { install } from './install.mjs';
import { runNode } from './node-to-run.mjs';

// `npm run build`, which `npm pack` begins with: installs what building needs, then makes `dist/`.
await install({ forTests: true });
const code = await runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
process.exit(code === 0 ? await runNode(['scripts/build-console.mjs', '--alone']) : code);
