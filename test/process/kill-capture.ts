import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { readRows } from '../capture/capture-fixture.ts';
import {
  type Batch,
  type CaptureProcess,
  EVENTS_PER_BATCH,
  kill,
  newBatch,
  run,
  send,
  startCaptureProcess,
} from './capture-process.ts';

const CLIENTS = 2;

const COUNT_BY_SQL = {
  kind: 'HogQLQuery',
  query: "select count(), count(distinct uuid), count(distinct person_id) from events where event = 'tick'",
};
const COUNT_BY_TRENDS = {
  kind: 'TrendsQuery',
  series: ['total', 'dau'].map((math) => ({ kind: 'EventsNode', event: 'tick', math })),
  dateRange: { date_from: 'all' },
  trendsFilter: { display: 'BoldNumber' },
};

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
    const service = await startCaptureProcess(folder);
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
  await expectOnce(folder, acknowledged, unsent);
}

/** Clients that send without a pause until their service dies; sometimes they send an acknowledged batch again. */
class Load {
  readonly #service: CaptureProcess;
  readonly #random: SeededRandom;
  readonly #acknowledged: Batch[];
  readonly #unsent: Batch[];
  readonly #clients: Promise<void>[];
  #wanted: { readonly count: number; readonly reached: () => void } | null = null;

  constructor(
    service: CaptureProcess,
    random: SeededRandom,
    acknowledged: Batch[],
    unsent: readonly Batch[],
  ) {
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

/**
 * Sends what was not acknowledged, as clients do, and compares what endpoints answer and what the engine holds with
 * what the clients know.
 */
export async function expectOnce(
  folder: string,
  acknowledged: readonly Batch[],
  unsent: readonly Batch[],
): Promise<void> {
  const service = await startCaptureProcess(folder);
  for (const batch of unsent) expect(await send(service, batch, true)).toBe(200);
  expect(await send(service, newBatch(new SeededRandom(1), service.captureToken), true)).toBe(200);
  const expected = new Set([...acknowledged, ...unsent].flatMap((batch) => batch.uuids));
  const total = expected.size + EVENTS_PER_BATCH;
  expect(await run(service, COUNT_BY_SQL), 'counted by SQL').toEqual([[total, total, 30]]);
  expect(await run(service, COUNT_BY_TRENDS), 'counted by trends').toMatchObject([
    { aggregated_value: total },
    { aggregated_value: 30 },
  ]);
  await kill(service);
  const engine = await startEmbeddedEngine({ folder: join(folder, 'engine'), allowedFunctions: 'all' });
  try {
    const stored = (await readRows(engine, 'SELECT toString(uuid) FROM app.events')).map(([uuid]) =>
      String(uuid),
    );
    const found = new Set(stored);
    expect(
      [...expected].filter((uuid) => !found.has(uuid)),
      'acknowledged and lost',
    ).toEqual([]);
    expect(stored.length - found.size, 'stored twice').toBe(0);
    expect(stored.length, 'stored and never sent').toBe(total);
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
