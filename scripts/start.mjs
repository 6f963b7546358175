import { planConsole } from './build-console-beside.mjs';
import { install } from './install.mjs';
import { runNode } from './node-to-run.mjs';

// `npm start`: installs what running needs, then starts the service, and builds the console beside it when its files
// have changed. Arguments go on to `sluice start`.
await install({ forTests: false });
const beginBuilding = planConsole();
const running = runNode(['src/main.ts', 'start', ...process.argv.slice(2)], {
  env: { ...process.env, SLUICE_DEMO: process.env.SLUICE_DEMO ?? 'on' },
  endsWithUs: true,
});
const endBuilding = beginBuilding();
const code = await running;
endBuilding();
process.exit(code);
