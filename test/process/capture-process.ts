import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { newUuid } from '../../src/base/ids.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';

export const EVENTS_PER_BATCH = 20;
/** The folder of a killed service may be held for a moment by its engine. */
const MOST_STARTS = 30;

/** A capturing service in a process of its own. */
export interface CaptureProcess {
  readonly process: ChildProcess;
  readonly url: string;
  readonly captureToken: string;
  readonly rootKey: string;
  /** Process ids of the engine's children so far, the present one last. */
  readonly engineProcessIds: readonly number[];
}

interface CaptureProcessOptions {
  /** No file of the service can grow beyond it: writing fails then as on a full disk. */
  readonly maxFileKilobytes?: number;
  /** The program that is started; `sluice start` by default. */
  readonly main?: string;
  /** Settings by their names in the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Batch {
  readonly uuids: readonly string[];
  readonly body: Uint8Array;
}

/** Events of thirty users. @param text something long, to fill a disk with */
export function newBatch(random: SeededRandom, captureToken: string, text = ''): Batch {
  const events = Array.from({ length: EVENTS_PER_BATCH }, () => ({
    event: 'tick',
    distinct_id: `user-${random.between(1, 30)}`,
    uuid: newUuid(),
    properties: { n: random.between(1, 1000), text, $set: { last: random.between(1, 1000) } },
  }));
  const body = gzipSync(JSON.stringify({ api_key: captureToken, batch: events }));
  return { uuids: events.map((event) => event.uuid), body };
}

/** Sends a batch as a client does. @returns the status */
export async function send(service: CaptureProcess, batch: Batch, wait: boolean): Promise<number | 'dead'> {
  try {
    const url = `${service.url}/batch/${wait ? '?wait=true' : ''}`;
    const response = await fetch(url, { method: 'POST', body: batch.body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'dead';
  }
}

/**
 * Starts the service as a user does. An engine that its killed service has left may still be ending: then once more.
 */
export async function startCaptureProcess(
  folder: string,
  options: CaptureProcessOptions = {},
): Promise<CaptureProcess> {
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    const service = await tryToStart(folder, options);
    if (service !== null) return service;
    await delay(100);
  }
  throw new Error(`the service did not start in ${MOST_STARTS} tries`);
}

async function tryToStart(
  folder: string,
  {
    maxFileKilobytes,
    main = join(import.meta.dirname, '../../src/main.ts'),
    environment = {},
  }: CaptureProcessOptions,
): Promise<CaptureProcess | null> {
  const settings = {
    SLUICE_DATA_DIR: folder,
    SLUICE_PORT: '0',
    SLUICE_DEMO: 'off',
    SLUICE_RATE_LIMITS: 'off',
  };
  const limit = maxFileKilobytes === undefined ? '' : `ulimit -f ${maxFileKilobytes}; `;
  const child = spawn('bash', ['-c', `${limit}exec "$0" "$1" start`, process.execPath, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, ...environment },
  });
  const engineProcessIds: number[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    const id = /"event":"started","detail":"process (\d+)"/.exec(line)?.[1];
    if (id !== undefined) engineProcessIds.push(Number(id));
  });
  const ready = Promise.withResolvers<string | null>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = /is ready on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  child.once('exit', () => ready.resolve(null));
  const url = await ready.promise;
  if (url === null) return null;
  const credentials = JSON.parse(readFileSync(join(folder, 'initial-credentials.json'), 'utf8'));
  return {
    process: child,
    url,
    captureToken: credentials.capture_token,
    rootKey: credentials.root_key,
    engineProcessIds,
  };
}

/** Kills the service and waits until its engine has noticed and let the folder go. */
export async function kill(service: CaptureProcess): Promise<void> {
  const exited = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await exited;
  while (service.engineProcessIds.some(isAlive)) await delay(10);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Stores a query as an endpoint and answers the results of its run. */
export async function run(service: CaptureProcess, query: object): Promise<unknown> {
  const call = async (target: string, body: object) => {
    const answer = await fetch(`${service.url}/api/projects/1/endpoints/${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text);
  };
  const name = `question-${newUuid()}`;
  await call('', { name, query });
  return (await call(`${name}/run`, {})).results;
}
