import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { newSecret } from '../../src/services/access/secret.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { startS3 } from '../fixtures/start-s3.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');

/** Some services on one engine process, one PostgreSQL server and one object store, each in a process of its own. */
export interface Deployment {
  readonly services: readonly ServiceProcess[];
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  readonly rootKey: string;
  /** Ends a service at once. It keeps its folder. */
  kill(place: number): Promise<void>;
  /** Starts a service that was killed, on its folder. */
  revive(place: number): Promise<void>;
  /** Ends the engine process and what it has started at once, and starts it again on its folder and port. */
  killEngine(): Promise<void>;
  close(): Promise<void>;
}

/** Starts `count` services through the settings of the product. */
export async function startDeployment(
  count: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Deployment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-deployment-'));
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const databaseUrl = await postgres.newDatabase();
  const secret = newSecret('slc_');
  const port = await freePort();
  const rootKey = newSecret('slp_');
  const objects = {
    SLUICE_OBJECT_STORE: String(s3.settings.objectStore),
    SLUICE_S3_ENDPOINT: s3.endpoint,
    SLUICE_S3_ACCESS_KEY_ID: String(s3.settings.s3AccessKeyId),
    SLUICE_S3_SECRET_ACCESS_KEY: String(s3.settings.s3SecretAccessKey),
  };
  const engineSettings = { ...objects, SLUICE_ENGINE_SECRET: secret };
  const startEngine = () => startEngineProcess(path.join(folder, 'engine'), port, engineSettings);
  let engine = await startEngine();
  const startAt = (place: number) =>
    startServiceProcess({
      ...objects,
      SLUICE_ROOT_KEY: rootKey,
      SLUICE_DATA_DIR: path.join(folder, `service-${place}`),
      SLUICE_DATABASE_URL: databaseUrl,
      SLUICE_ENGINE_URL: `http://sluice:${secret}@127.0.0.1:${port}`,
      ...more,
    });
  const services = await Promise.all(Array.from({ length: count }, (_, place) => startAt(place)));
  return {
    services,
    postgres,
    databaseUrl,
    rootKey,
    kill: async (place) => services[place]?.kill(),
    revive: async (place) => {
      services[place] = await startAt(place);
    },
    killEngine: async () => {
      await endAtOnce(engine);
      engine = await startEngine();
    },
    close: async () => {
      await Promise.all(services.map((service) => service.kill()));
      await endAtOnce(engine);
      await Promise.all([postgres.close(), s3.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it answers. */
async function startEngineProcess(
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, 'engine', '--data-dir', dataDir, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...settings },
  });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes('is ready on')) ready.resolve();
  });
  child.once('exit', () => ready.reject(new Error(`the engine ended: ${said.join('\n')}`)));
  await ready.promise;
  return child;
}

async function endAtOnce(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
