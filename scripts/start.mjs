import { installPackages, runPinnedNode } from './install.mjs';

// `npm start`: installs what is missing, then starts the service. Arguments go on to `sluice start`.
await installPackages();
await runPinnedNode(['src/main.ts', 'start', ...process.argv.slice(2)], {
  env: { ...process.env, SLUICE_DEMO: process.env.SLUICE_DEMO ?? 'on' },
  endsWithUs: true,
});
