import type { Settings } from '../app/config.ts';
import { credentialsFile, type RunningService, startService } from '../app/lifecycle.ts';
import { stopwatchMs } from '../base/clock.ts';
import { DEMO_ENDPOINTS } from '../services/demo/demo-endpoints.ts';
import { loadDemoOnce } from './load-demo-once.ts';

/** Starts the service and runs until a signal ends it; then the exit code is 0. */
export async function start(settings: Settings): Promise<void> {
  const startedMs = stopwatchMs();
  const service = await startService(settings);
  stopOnSignal(service);
  if (settings.demo) await loadDemoOnce(settings, service);
  service.open();
  console.log(`\nSluice is ready on ${service.url} (${((stopwatchMs() - startedMs) / 1000).toFixed(1)} s)\n`);
  if (service.metricsUrl !== null) console.log(`Metrics are on ${service.metricsUrl}\n`);
  printCredentials(settings, service);
  if (settings.demo) printExamples(settings, service);
}

/** The first signal lets running requests finish; a second one ends the process at once. */
function stopOnSignal(service: RunningService): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function printCredentials(settings: Settings, { credentials }: RunningService): void {
  if (credentials === null) return;
  console.log('First start: project 1 was made. Keep these; the key is not shown again.');
  console.log(`  personal API key  ${credentials.root_key}`);
  console.log(`  capture token     ${credentials.capture_token}`);
  console.log(`  also in           ${credentialsFile(settings)}\n`);
}

/** A curl per demo endpoint, ready to paste; later starts read the key from the file instead of showing it. */
function printExamples(settings: Settings, { url, credentials }: RunningService): void {
  const readKey = `node -p 'JSON.parse(fs.readFileSync(0)).root_key' < ${shellQuote(credentialsFile(settings))}`;
  const key = credentials?.root_key ?? `$(${readKey})`;
  for (const { name, description, exampleBody } of DEMO_ENDPOINTS) {
    console.log(`# ${description}`);
    console.log(`curl -s ${url}/api/projects/1/endpoints/${name}/run \\`);
    console.log(`  -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' \\`);
    console.log(`  -d ${shellQuote(JSON.stringify(exampleBody))}\n`);
  }
}

/** `it's` → `'it'\''s'` */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
