// Computes what a load needs. Run: npm run scale -- --events-per-day 1e9
import { computeDeployment } from './scale/compute-deployment.ts';
import { HELP, readLoad } from './scale/read-load.ts';
import { showDeployment } from './scale/show-deployment.ts';

try {
  const asked = readLoad(process.argv.slice(2));
  console.log(asked === undefined ? HELP : answer(asked));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function answer({ load, isJson }: NonNullable<ReturnType<typeof readLoad>>): string {
  const deployment = computeDeployment(load);
  return isJson ? JSON.stringify({ load, deployment }, null, 2) : showDeployment(load, deployment);
}
