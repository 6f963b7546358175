import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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

interface Service {
  readonly process: ChildProcess;
  readonly port: number;
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
      process.kill(await engineProcessId(service), 'SIGKILL');
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
      const batch = repeated ?? this.#unsent.pop() ?? newBatch(this.#random);
      const status = await send(this.#service.port, batch, false);
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

function newBatch(random: SeededRandom): Batch {
  const events = Array.from({ length: EVENTS_PER_BATCH }, () => ({
    event: 'tick',
    distinct_id: `user-${random.between(1, 30)}`,
    uuid: newUuid(),
    properties: { n: random.between(1, 1000), $set: { last: random.between(1, 1000) } },
  }));
  const body = gzipSync(JSON.stringify({ api_key: 'slc_test', batch: events }));
  return { uuids: events.map((event) => event.uuid), body };
}

async function send(port: number, batch: Batch, wait: boolean): Promise<number | 'dead'> {
  try {
    const url = `http://127.0.0.1:${port}/${wait ? '?wait=true' : ''}`;
    const response = await fetch(url, { method: 'POST', body: batch.body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'dead';
  }
}

async function startService(folder: string): Promise<Service> {
  const script = join(import.meta.dirname, 'capture-child.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`the service did not start: exit code ${line}`);
  return { process: child, ...JSON.parse(line) };
}

/** Kills the service and waits until its engine has noticed and let the folder go. */
async function kill(service: Service): Promise<void> {
  const engine = await engineProcessId(service);
  const exited = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await exited;
  while (isAlive(engine)) await delay(10);
}

/** Asks until the engine, which may just be started again, has a process. */
async function engineProcessId(service: Service): Promise<number> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${service.port}/`);
    const id = Number(await response.text());
    if (id > 0) return id;
    await delay(10);
  }
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
  for (const batch of unsent) expect(await send(service.port, batch, true)).toBe(200);
  expect(await send(service.port, newBatch(new SeededRandom(1)), true)).toBe(200);
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
