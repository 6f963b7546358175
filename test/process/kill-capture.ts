import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { newUuid } from '../../src/base/ids.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { readRows } from '../capture/capture-fixture.ts';

const CLIENTS = 2;
const EVENTS_PER_BATCH = 20;
/** The folder of a killed service may be held for a moment by its engine. */
const MOST_STARTS = 30;

interface Service {
  readonly process: ChildProcess;
  readonly url: string;
  readonly captureToken: string;
  /** Process ids of the engine's children so far, the present one last. */
  readonly engineProcessIds: readonly number[];
}

interface Batch {
  readonly uuids: readonly string[];
  readonly body: Uint8Array;
}

/**
 * Kills a capturing service, or its engine, again and again at random moments under load, and counts at the end: what
 * was acknowledged is there, and nothing is there twice.
 */
export async function killCapture(rounds: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const random = new SeededRandom(seed);
  const acknowledged: Batch[] = [];
  let unsent: readonly Batch[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService(folder);
    const load = new Load(service, random, acknowledged, unsent);
    await load.acknowledgedBatches(random.between(3, 25));
    await delay(random.between(0, 30));
    if (round % 3 === 2) {
      process.kill(service.engineProcessIds.at(-1) ?? 0, 'SIGKILL');
      await load.acknowledgedBatches(3);
    }
    await kill(service);
    unsent = await load.end();
  }
  await finish(folder, acknowledged, unsent);
}

/** Clients that send without a pause until their service dies; sometimes they send an acknowledged batch again. */
class Load {
  readonly #service: Service;
  readonly #random: SeededRandom;
  readonly #acknowledged: Batch[];
  readonly #unsent: Batch[];
  readonly #clients: Promise<void>[];
  #wanted: { readonly count: number; readonly reached: () => void } | null = null;

  constructor(service: Service, random: SeededRandom, acknowledged: Batch[], unsent: readonly Batch[]) {
    this.#service = service;
    this.#random = random;
    this.#acknowledged = acknowledged;
    this.#unsent = [...unsent];
    this.#clients = Array.from({ length: CLIENTS }, () => this.#sendForEver());
  }

  /** Resolves after that many more acknowledgements. */
  async acknowledgedBatches(count: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wanted = { count: this.#acknowledged.length + count, reached: resolve };
    });
  }

  /** Waits for the clients to notice the end. Returns batches that were sent and not acknowledged. */
  async end(): Promise<readonly Batch[]> {
    await Promise.all(this.#clients);
    return this.#unsent;
  }

  async #sendForEver(): Promise<void> {
    for (;;) {
      const repeated = this.#random.chance(0.1) ? this.#acknowledged.at(-1) : undefined;
      const batch = repeated ?? this.#unsent.pop() ?? newBatch(this.#random, this.#service.captureToken);
      const status = await send(this.#service, batch, false);
      if (status === 200) this.#acknowledge(batch);
      else this.#unsent.push(batch);
      if (status === 'dead') return;
    }
  }

  #acknowledge(batch: Batch): void {
    this.#acknowledged.push(batch);
    if (this.#wanted !== null && this.#acknowledged.length >= this.#wanted.count) this.#wanted.reached();
  }
}

function newBatch(random: SeededRandom, captureToken: string): Batch {
  const events = Array.from({ length: EVENTS_PER_BATCH }, () => ({
    event: 'tick',
    distinct_id: `user-${random.between(1, 30)}`,
    uuid: newUuid(),
    properties: { n: random.between(1, 1000), $set: { last: random.between(1, 1000) } },
  }));
  const body = gzipSync(JSON.stringify({ api_key: captureToken, batch: events }));
  return { uuids: events.map((event) => event.uuid), body };
}

async function send(service: Service, batch: Batch, wait: boolean): Promise<number | 'dead'> {
  try {
    const url = `${service.url}/batch/${wait ? '?wait=true' : ''}`;
    const response = await fetch(url, { method: 'POST', body: batch.body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'dead';
  }
}

/** Starts the service as a user does. An engine that its killed service has left may still be ending: then once more. */
async function startService(folder: string): Promise<Service> {
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    const service = await tryToStart(folder);
    if (service !== null) return service;
    await delay(100);
  }
  throw new Error(`the service did not start in ${MOST_STARTS} tries`);
}

async function tryToStart(folder: string): Promise<Service | null> {
  const settings = {
    SLUICE_DATA_DIR: folder,
    SLUICE_PORT: '0',
    SLUICE_DEMO: 'off',
    SLUICE_RATE_LIMITS: 'off',
  };
  const main = join(import.meta.dirname, '../../src/main.ts');
  const child = spawn(process.execPath, [main, 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
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
  return { process: child, url, captureToken: credentials.capture_token, engineProcessIds };
}

/** Kills the service and waits until its engine has noticed and let the folder go. */
async function kill(service: Service): Promise<void> {
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

/** Sends what was not acknowledged, as clients do, and compares the engine with what the clients know. */
async function finish(
  folder: string,
  acknowledged: readonly Batch[],
  unsent: readonly Batch[],
): Promise<void> {
  const service = await startService(folder);
  for (const batch of unsent) expect(await send(service, batch, true)).toBe(200);
  expect(await send(service, newBatch(new SeededRandom(1), service.captureToken), true)).toBe(200);
  await kill(service);
  const engine = await startEmbeddedEngine({ folder: join(folder, 'engine'), allowedFunctions: 'all' });
  try {
    const stored = (await readRows(engine, 'SELECT toString(uuid) FROM app.events')).map(([uuid]) =>
      String(uuid),
    );
    const expected = new Set([...acknowledged, ...unsent].flatMap((batch) => batch.uuids));
    const found = new Set(stored);
    expect(
      [...expected].filter((uuid) => !found.has(uuid)),
      'acknowledged and lost',
    ).toEqual([]);
    expect(stored.length - found.size, 'stored twice').toBe(0);
    expect(stored.length, 'stored and never sent').toBe(expected.size + EVENTS_PER_BATCH);
    expect(await readRows(engine, 'SELECT count(), uniqExact(uuid) FROM app.event_ids')).toEqual([
      [stored.length, stored.length],
    ]);
    const [owners] = await readRows(
      engine,
      `SELECT uniqExact(distinct_id), uniqExact(person_id), uniqExact(distinct_id, person_id),
        (SELECT count() FROM app.persons FINAL) FROM app.events`,
    );
    expect(owners).toEqual([30, 30, 30, 30]);
  } finally {
    await engine.close();
  }
}
