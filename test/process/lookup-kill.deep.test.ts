import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { askBothWays } from '../lookups/ask-both-ways.ts';
import { expectExact } from '../lookups/lookup-lab.ts';
import { type CaptureProcess, kill, newBatch, send, startCaptureProcess } from './capture-process.ts';

// [SQL-10.5], [ENG-13.2], [ENG-13.3]. The service or its engine is killed while lookups are built and events are
// written into them.

const MAIN = path.join(import.meta.dirname, 'lookup-service.ts');
const PATIENT = { timeout: 60_000, interval: 100 };

test(`lookups are exact and answer right after kills at any moment (seed ${seed()})`, async () => {
  const folder = temporaryFolder();
  const random = new SeededRandom(seed());
  const judged: Judged[] = [];
  for (let round = 0; round < scaled(40); round += 1) {
    const service = await startCaptureProcess(folder, { main: MAIN });
    const { rootKey } = service;
    const sending = sendUntilDead(service, random);
    await delay(random.between(0, 3_000));
    if (round % 2 === 1) {
      const { engineProcessIds } = service;
      const before = engineProcessIds.length;
      process.kill(engineProcessIds.at(-1) ?? 0, 'SIGKILL');
      await expect.poll(() => engineProcessIds.length, PATIENT).toBeGreaterThan(before);
      await delay(random.between(0, 3_000));
    }
    await kill(service);
    await sending;
    judged.push(await judge(folder, rootKey, { random, when: `round ${round} of seed ${seed()}` }));
  }
  expect(judged.at(-1)?.events).toBeGreaterThan(0);
  expect(judged.some(({ lookedUp }) => lookedUp > 0)).toBe(true);
});

async function sendUntilDead(service: CaptureProcess, random: SeededRandom): Promise<void> {
  for (;;) if ((await send(service, newBatch(random, service.captureToken), true)) === 'dead') return;
}

interface Judged {
  readonly events: number;
  /** Questions that have read a lookup. */
  readonly lookedUp: number;
}

/** Holds every lookup to the events, while those that were cut off are built and when all are. */
async function judge(
  dataDir: string,
  rootKey: string,
  { random, when }: { readonly random: SeededRandom; readonly when: string },
): Promise<Judged> {
  // An engine that the service had just started when it was killed ends by itself, in a moment.
  const service = await vi.waitFor(() => startTestService({ dataDir, rootKey }), PATIENT);
  try {
    const { services, projectId } = service;
    await services.captureWriter.whenWritten(services.spool.end, 60_000);
    await expectExact(services, projectId, when);
    const lookedUp = await askQuestions(service, random, when);
    const builtRows = async () => {
      await services.lookupBuilder.look();
      return expectExact(services, projectId, when);
    };
    await expect
      .poll(async () => (await builtRows()).every(({ state }) => state === 'ready'), PATIENT)
      .toBe(true);
    const { rows } = await services.engine.command('SELECT toUInt32(count()) FROM app.events');
    const events = Number(JSON.parse(Buffer.from(rows).toString())[0]);
    return { events, lookedUp: lookedUp + (await askQuestions(service, random, when)) };
  } finally {
    await service.close({ keepData: true });
  }
}

const QUESTIONS = 10;

const CONDITIONS: readonly ((random: SeededRandom) => string)[] = [
  (random) => `properties.n = ${random.between(1, 1000)}`,
  (random) => `properties.n in ('${random.between(1, 1000)}', '${random.between(1, 1000)}')`,
  (random) => `distinct_id = 'user-${random.between(1, 30)}'`,
  (random) => `distinct_id in ('user-${random.between(1, 30)}', 'user-1') and properties.n > 500`,
];

const SHAPES: readonly ((where: string) => string)[] = [
  (where) => `select count(), uniq(person_id), sum(toFloat(properties.n)) from events where ${where}`,
  (where) => `select uuid, properties from events where ${where} order by timestamp desc, uuid limit 20`,
];

/** Random questions are answered with lookups as without. @returns how many have read one */
async function askQuestions(
  { services, projectId }: TestService,
  random: SeededRandom,
  when: string,
): Promise<number> {
  let lookedUp = 0;
  for (let question = 0; question < QUESTIONS; question += 1) {
    const query = random.pick(SHAPES)(random.pick(CONDITIONS)(random));
    const asked = { stored: { kind: 'HogQLQuery', query } } as const;
    const project = await services.catalog.context(projectId);
    const answered = await askBothWays(services.engine, project, asked, Date.now());
    expect(answered.difference, when).toBeNull();
    if (answered.isLookedUp) lookedUp += 1;
  }
  return lookedUp;
}
