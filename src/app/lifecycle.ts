import path from 'node:path';
import { isAppError } from '../base/errors.ts';
import { LoopWatch } from '../base/loop-watch.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { createMetricsServer } from '../http/create-metrics-server.ts';
import { createServer, type HttpServer } from '../http/create-server.ts';
import type { Readiness } from '../http/routes/health-routes.ts';
import { followSaves } from '../services/endpoints/wake-after-save.ts';
import type { Services } from '../services/services.ts';
import { compose } from './compose.ts';
import type { Settings } from './config.ts';
import { engineSettingsObstacle } from './engine-address.ts';
import { firstStart, type InitialCredentials } from './first-start.ts';
import { folderObstacle } from './folder-obstacle.ts';
import { dataObstacle } from './open-store.ts';
import { portObstacles } from './port-obstacles.ts';
import { readVersion } from './read-version.ts';
import { followTestClock } from './replica-parts.ts';

/** A started service. */
export interface RunningService {
  readonly url: string;
  /** Where Prometheus reads; null when no port is set for it. */
  readonly metricsUrl: string | null;
  readonly services: Services;
  /** Set on the first start only. */
  readonly credentials: InitialCredentials | null;
  /** For tests that inject requests. */
  readonly server: HttpServer;
  /** From now on `/_readyz` answers 200 and requests are taken. */
  open(): void;
  /** Lets running requests finish until the drain time is over, then ends every part. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a service: store and engine, then the listener, then the first project on an empty store. Requests other
 * than health checks are answered 503 until `open` is called, so that the caller can load data before.
 * @param stopping ends the wait for an engine elsewhere that cannot be reached
 * @throws StartupError
 */
export async function startService(
  settings: Settings,
  stopping: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  const obstacles = await obstaclesToStart(settings);
  if (obstacles.length > 0) throw new StartupError(obstacles.join('\n'));
  const { services, metrics, hold, prepareEngine, close } = await compose(settings);
  let isOpen = false;
  const state = (): ServiceState => (isOpen ? openState(services, hold) : 'closed');
  const loopWatch = new LoopWatch(services.observe);
  const version = readVersion();
  const server = createServer(services, { ...settings, version, readiness: { state }, loopWatch });
  const metricsServer = settings.metricsPort === undefined ? null : createMetricsServer(metrics.render);
  const stop = once(async () => {
    isOpen = false;
    loopWatch.stop();
    services.observe({ kind: 'lifecycle', event: 'stopping' });
    await Promise.all([
      drain(server, settings.drainTimeoutMs),
      services.scheduler.stop(settings.drainTimeoutMs),
      services.promoter.stop(),
      services.lookupBuilder.stop(),
      services.lookupChooser.stop(),
      services.endpointJudge.stop(),
      services.backupMoments.close(),
    ]);
    await metricsServer?.close();
    await close();
    services.observe({ kind: 'lifecycle', event: 'stopped' });
  });
  try {
    if (settings.testClock)
      services.observe({ kind: 'lifecycle', event: 'test_clock', detail: 'ANY CALLER CAN SET THE TIME' });
    const url = await server.listen({ host: settings.host, port: settings.port });
    const metricsAddress = await metricsServer?.listen({
      host: settings.host,
      port: settings.metricsPort ?? 0,
    });
    const metricsUrl = metricsAddress === undefined ? null : `${metricsAddress}/metrics`;
    await prepareEngine(stopping);
    const options = { url, credentialsFile: credentialsFile(settings), rootKey: settings.rootKey };
    const credentials = await firstStart(services, options);
    await goOn(services, stopping);
    const open = (): void => {
      services.scheduler.start();
      services.personFolder.start();
      services.eventExpirer.start();
      services.promoter.start();
      services.lookupBuilder.start();
      services.lookupChooser.start();
      services.endpointJudge.start();
      loopWatch.start();
      isOpen = true;
      services.observe({ kind: 'lifecycle', event: 'ready', detail: url });
    };
    return { url, metricsUrl, services, credentials, server, open, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type ServiceState = ReturnType<Readiness['state']>;

/** The state of a service that takes requests. */
function openState<State extends ServiceState>(
  { engine }: Services,
  hold: { state: State },
): State | 'silent' {
  return hold.state === 'held' && !engine.isAnswering() ? 'silent' : hold.state;
}

/** Prepares the engine, and goes on with the work that an earlier process left. */
async function goOn(services: Services, stopping: AbortSignal): Promise<void> {
  followTestClock(services);
  followSaves(services);
  // The engine may be another one than they were made with.
  const projectIds = await services.catalog.whenKnown((known) => known.projects(null));
  await whenEngineAnswers(() => services.engine.prepareProjects(projectIds), stopping);
  await services.promoter.open();
  services.replicas.start();
  services.projectPurger.start();
  await services.importQueue.start();
  await services.eventDeletions.start();
}

/** Between two attempts while the engine is away. */
const AGAIN_AFTER_MS = 500;

/** Does what may be repeated, again where the engine has gone since it was prepared. */
async function whenEngineAnswers(work: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted || !isAppError(error, 'engine_unavailable')) throw error;
      await wait(AGAIN_AFTER_MS, stopping);
    }
  }
}

/** Why the service cannot start here, in one sentence each with the way out. Changes nothing, and starts no engine. */
export async function obstaclesToStart(
  settings: Parameters<typeof engineSettingsObstacle>[0] &
    Pick<Settings, 'dataDir' | 'host' | 'port' | 'metricsPort'>,
): Promise<readonly string[]> {
  const engine = engineSettingsObstacle(settings);
  if (engine !== null) return [engine];
  const folder = folderObstacle(settings.dataDir) ?? (await dataObstacle(settings));
  return [...(folder === null ? [] : [folder]), ...(await portObstacles(settings))];
}

/** Where the credentials of the first start are kept, mode 0600. */
export function credentialsFile(settings: Settings): string {
  return path.join(settings.dataDir, 'initial-credentials.json');
}

/** Takes no new connections; running requests get `timeoutMs`, then their connections are cut. */
async function drain(server: HttpServer, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
  try {
    await server.close();
  } finally {
    clearTimeout(cut);
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
