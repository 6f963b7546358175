import { install } from './install.mjs';
import { runNode } from './node-to-run.mjs';

// `npm start`: installs what running needs, then starts the service. Arguments go on to `sluice start`.
await install({ forTests: false });
const code = await runNode(['src/main.ts', 'start', ...process.argv.slice(2)], {
  env: { ...process.env, SLUICE_DEMO: process.env.SLUICE_DEMO ?? 'on' },
  endsWithUs: true,
});
process.exit(code);
