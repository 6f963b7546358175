import type { Settings } from '../app/config.ts';
import { credentialsFile, type RunningService, startService } from '../app/lifecycle.ts';
import { stopwatchMs } from '../base/clock.ts';
import { DEMO_ENDPOINTS } from '../services/demo/demo-endpoints.ts';
import { consoleLine } from './console-line.ts';
import { loadDemoOnce } from './load-demo-once.ts';
import { stopRequests } from './stop-requests.ts';

/**
 * Starts the service and runs until it is asked to stop; then the exit code is 0. What it is asked while it starts is
 * done once it has started.
 */
export async function start(settings: Settings): Promise<void> {
  const startedMs = stopwatchMs();
  const { asked: stopping, forget } = stopRequests();
  const service = await startService(settings, stopping).catch((error: unknown) => {
    forget();
    // It may have waited for its engine.
    if (stopping.aborted) process.exit(0);
    throw error;
  });
  tellOfDefects(service);
  stopping.addEventListener('abort', () => stopAndExit(service));
  if (stopping.aborted) return stopAndExit(service);
  if (settings.demo) await loadDemoUntil(stopping, settings, service);
  if (stopping.aborted) return;
  service.open();
  console.log(`\nSluice is ready on ${service.url} (${((stopwatchMs() - startedMs) / 1000).toFixed(1)} s)\n`);
  if (service.metricsUrl !== null) console.log(`Metrics are on ${service.metricsUrl}\n`);
  printCredentials(settings, service);
  const line = await consoleLine(settings, service, process.stdout.isTTY === true);
  if (line !== null) console.log(`${line}\n`);
  if (settings.demo) printExamples(settings, service);
}

/** Running requests may finish; they have `SLUICE_DRAIN_TIMEOUT_MS`. */
function stopAndExit(service: RunningService): void {
  service.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      service.services.observe({ kind: 'failure', where: 'stop', error });
      process.exit(1);
    },
  );
}

/** The next start goes on with a demo that a stop has interrupted. */
async function loadDemoUntil(
  stopping: AbortSignal,
  settings: Settings,
  service: RunningService,
): Promise<void> {
  try {
    await loadDemoOnce(settings, service);
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}

/** What nobody caught ends the process, as without this; but Node would print its text, which may quote a caller. */
function tellOfDefects({ services }: RunningService): void {
  const onDefect = (error: unknown): void => {
    services.observe({ kind: 'failure', where: 'nowhere caught', error });
    process.exit(1);
  };
  process.on('uncaughtException', onDefect).on('unhandledRejection', onDefect);
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
