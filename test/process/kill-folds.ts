import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { generateEvents } from '../capture/identity/generate-events.ts';
import { IdentityModel, type SentEvent } from '../capture/identity/identity-model.ts';
import { type Ask, expectIdentity, mixed } from '../capture/identity/judge-identity.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { type CaptureProcess, kill, startCaptureProcess } from './capture-process.ts';

const SEEDS_PER_ROUND = 4;
const LARGEST_BATCH = 8;
const MAIN = join(import.meta.dirname, 'folding-service.ts');

/**
 * Kills a service, or its engine, again and again at random moments while it folds, and holds after each start what
 * queries see to the model.
 */
export async function killFolds(rounds: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-kill-folds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const random = new RandomSource(seed);
  const model = new IdentityModel();
  let rest: readonly SentEvent[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const service = await startCaptureProcess(folder, { main: MAIN });
    rest = await sendAll(service, rest.slice(0, LARGEST_BATCH), random, model);
    expect(rest, 'nobody was killed').toEqual([]);
    await expectIdentity(askOf(service), model, `round ${round} of seed ${seed}`);
    const seeds = Array.from({ length: SEEDS_PER_ROUND }, (_, at) => seed + round * SEEDS_PER_ROUND + at);
    const sending = sendAll(service, mixed(random, seeds.map(generateEvents)), random, model);
    await Promise.race([sending, someEvents(model, random)]);
    if (round % 3 === 2) {
      process.kill(service.engineProcessIds.at(-1) ?? 0, 'SIGKILL');
      await Promise.race([sending, someEvents(model, random)]);
    }
    await kill(service);
    // Of what was not acknowledged the service may have the first batch: it is sent again.
    rest = await sending;
  }
  const service = await startCaptureProcess(folder, { main: MAIN });
  await sendAll(service, rest.slice(0, LARGEST_BATCH), random, model);
  await expect.poll(() => joinsOverrides(service), { timeout: 60_000, interval: 200 }).toBe(false);
  await expectIdentity(askOf(service), model, `the end of seed ${seed}`);
  await kill(service);
}

/** Waits until some more events are acknowledged, and a moment; not for ever, as others may be all that were left. */
async function someEvents(model: IdentityModel, random: RandomSource): Promise<void> {
  const wanted = model.events.size + random.below(30);
  for (let waits = 0; model.events.size < wanted && waits < 2_000; waits += 1) await delay(5);
  await delay(random.below(100));
}

/**
 * Sends events batch by batch, waiting for the last.
 * @returns those that were not acknowledged before the service died
 */
async function sendAll(
  service: CaptureProcess,
  events: readonly SentEvent[],
  random: RandomSource,
  model: IdentityModel,
): Promise<readonly SentEvent[]> {
  for (let start = 0; start < events.length; ) {
    const batch = events.slice(start, start + 1 + random.below(LARGEST_BATCH));
    const isLast = start + batch.length >= events.length;
    const status = await sendBatch(service, batch, isLast || random.oneIn(3));
    if (status === 'dead') return events.slice(start);
    // An engine that was killed is back in a moment; what was accepted is sent again and counts once.
    if (status !== 200) continue;
    for (const event of batch) model.take(event);
    start += batch.length;
  }
  return [];
}

async function sendBatch(service: CaptureProcess, batch: readonly SentEvent[], wait: boolean) {
  try {
    const body = JSON.stringify({ api_key: service.captureToken, batch });
    const response = await fetch(`${service.url}/batch/${wait ? '?wait=true' : ''}`, {
      method: 'POST',
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'dead';
  }
}

async function query(service: CaptureProcess, sql: string) {
  const answer = await fetch(`${service.url}/api/projects/1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: { kind: 'HogQLQuery', query: sql, modifiers: { debug: true } },
      limit: 50_000,
    }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
}

function askOf(service: CaptureProcess): Ask {
  return async (sql) => (await query(service, sql)).results;
}

async function joinsOverrides(service: CaptureProcess): Promise<boolean> {
  return (await query(service, 'select uniq(person_id) from events')).clickhouse.includes('person_overrides');
}
