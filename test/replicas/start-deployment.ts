import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { newSecret } from '../../src/services/access/secret.ts';
import { endWithThisProcess } from '../fixtures/end-with-this-process.ts';
import { freePort } from '../fixtures/free-port.ts';
import { signalFamily } from '../fixtures/process-family.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { ENGINE_LEFT, type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { startRedis, type TestRedis } from '../fixtures/start-redis.ts';
import { startS3 } from '../fixtures/start-s3.ts';
import { EngineGate } from './engine-gate.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');

/** Some services on one engine process, one PostgreSQL server and one object store, each in a process of its own. */
export interface Deployment {
  readonly services: readonly ServiceProcess[];
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  /** What stands between each service and the engine. */
  readonly gates: readonly EngineGate[];
  readonly databaseUrl: string;
  readonly rootKey: string;
  /** Ends a service at once. It keeps its folder. */
  kill(place: number): Promise<void>;
  /** Starts a service that was killed, on its folder. */
  revive(place: number): Promise<void>;
  /** Ends the engine process and what it has started at once. */
  endEngine(): Promise<void>;
  /** Starts it again on its folder and port. */
  startEngine(): Promise<void>;
  /** Holds the engine process and what it has started still, or lets them go on. */
  freezeEngine(): void;
  thawEngine(): void;
  close(): Promise<void>;
}

/**
 * Starts `count` services through the settings of the product. When one of the parts does not start, all others are
 * ended.
 */
export async function startDeployment(
  count: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Deployment> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  const closing = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    closers.push(() => part.close());
    return part;
  };
  try {
    return { ...(await startParts(count, more, { closers, closing })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Closing {
  readonly closers: (() => unknown)[];
  readonly closing: <Part extends { close(): Promise<void> }>(part: Part) => Part;
}

async function startParts(
  count: number,
  more: Readonly<Record<string, string>>,
  { closers, closing }: Closing,
): Promise<Omit<Deployment, 'close'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-deployment-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = closing(await startPostgres());
  const s3 = closing(await startS3());
  const redis = closing(await startRedis());
  const databaseUrl = await postgres.newDatabase();
  const [secret, rootKey, port] = [newSecret('slc_'), newSecret('slp_'), await freePort()];
  const objects = {
    SLUICE_OBJECT_STORE: String(s3.settings.objectStore),
    SLUICE_S3_ENDPOINT: s3.endpoint,
    SLUICE_S3_ACCESS_KEY_ID: String(s3.settings.s3AccessKeyId),
    SLUICE_S3_SECRET_ACCESS_KEY: String(s3.settings.s3SecretAccessKey),
  };
  const engine = new EngineOfDeployment(path.join(folder, 'engine'), port, {
    ...objects,
    SLUICE_ENGINE_SECRET: secret,
  });
  closers.push(() => engine.end());
  await engine.start();
  const gates: EngineGate[] = [];
  for (let place = 0; place < count; place += 1) gates.push(closing(await EngineGate.open(port)));
  const services: ServiceProcess[] = [];
  closers.push(() => Promise.all(services.map((service) => service?.kill())));
  const startAt = async (place: number): Promise<void> => {
    services[place] = await startServiceProcess({
      ...objects,
      SLUICE_ROOT_KEY: rootKey,
      SLUICE_DATA_DIR: path.join(folder, `service-${place}`),
      SLUICE_DATABASE_URL: databaseUrl,
      SLUICE_REDIS_URL: redis.url,
      SLUICE_ENGINE_URL: `http://sluice:${secret}@127.0.0.1:${gates[place]?.port}`,
      ...more,
    });
  };
  const started = await Promise.allSettled(gates.map((_, place) => startAt(place)));
  for (const each of started) if (each.status === 'rejected') throw each.reason;
  return {
    ...{ services, postgres, redis, gates, databaseUrl, rootKey },
    kill: async (place) => services[place]?.kill(),
    revive: startAt,
    endEngine: () => engine.end(),
    startEngine: () => engine.start(),
    freezeEngine: () => engine.signal('SIGSTOP'),
    thawEngine: () => engine.signal('SIGCONT'),
  };
}

const MOST_STARTS = 50;

/** `sluice engine` on one folder and port. */
class EngineOfDeployment {
  readonly #arguments: readonly string[];
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number, settings: Readonly<Record<string, string>>) {
    this.#arguments = ['engine', '--data-dir', dataDir, '--port', String(port)];
    this.#settings = settings;
  }

  /** Resolves when it answers; once more where the engine of a killed process still has the folder or the port. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#tryToStart();
      } catch (error) {
        if (tries === MOST_STARTS || !String(error).includes(ENGINE_LEFT)) throw error;
        await delay(100);
      }
    }
  }

  async #tryToStart(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...this.#arguments], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...this.#settings },
    });
    this.#child = child;
    endWithThisProcess(child);
    const said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('is ready on')) ready.resolve();
    });
    child.once('exit', () => ready.reject(new Error(`the engine ended: ${said.join('\n')}`)));
    await ready.promise;
  }

  /** To it and to what it has started. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child !== undefined) signalFamily(this.#child, signal);
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    this.signal('SIGKILL');
    await ended;
  }
}
