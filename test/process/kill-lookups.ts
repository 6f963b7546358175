import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { findDeletions } from '../../src/adapters/store/deletion-store.ts';
import { findRunningDeletions } from '../../src/adapters/store/event-deletion-store.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { LEASE_TIMES } from '../../src/services/leases/held-lease.ts';
import {
  type EngineOfTests,
  type EngineProcessForm,
  engineOfTests,
  keepEngineOfTests,
} from '../fixtures/engine-of-tests.ts';
import { foldNow } from '../fixtures/fold-now.ts';
import { inEnvironment } from '../fixtures/in-environment.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { askBothWays } from '../lookups/ask-both-ways.ts';
import { expectExact } from '../lookups/lookup-lab.ts';
import { type CaptureProcess, kill, startCaptureProcess } from './capture-process.ts';
import { type Change, changeUntilDead } from './change-until-dead.ts';

const MAIN = path.join(import.meta.dirname, 'lookup-service.ts');
/** Whoever comes next may have to wait for the lease of a service that was killed before it can do anything. */
const PATIENT = { timeout: LEASE_TIMES.termMs + 60_000, interval: 100 };

export interface KilledLookups {
  /** Events of the last round. */
  readonly events: number;
  /** Questions of all rounds that have read a lookup. */
  readonly lookedUp: number;
  /** How many changes of each kind were made before a kill. */
  readonly answered: ReadonlyMap<Change, number>;
}

/**
 * Kills a service, in every other round its engine first, while the events of its lookups change, and judges the
 * lookups after each start.
 * @param form an engine process; undefined = the embedded engine, which ends with its service
 */
export async function killLookups(
  form: EngineProcessForm | undefined,
  rounds: number,
  seed: number,
): Promise<KilledLookups> {
  const folder = temporaryFolder();
  const engine = await engineOfTests({}, form);
  if (engine !== null) onTestFinished(() => engine.close());
  const random = new SeededRandom(seed);
  const answered = new Map<Change, number>();
  let [events, lookedUp] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const service = await startCaptureProcess(folder, {
      main: MAIN,
      environment: inEnvironment(engine?.settings ?? {}),
    });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const changing = changeUntilDead(service, random, answered);
    await delay(random.between(0, 3_000));
    if (round % 2 === 1) {
      await killEngine(service, engine);
      await delay(random.between(0, 3_000));
    }
    await kill(service);
    expect(await changing).toEqual([]);
    if (engine !== null) keepEngineOfTests(folder, engine);
    const judged = await judge(folder, service.rootKey, { random, when: `round ${round} of seed ${seed}` });
    events = judged.events;
    lookedUp += judged.lookedUp;
  }
  return { events, lookedUp, answered };
}

/** Resolves when another one is there. */
async function killEngine({ engineProcessIds }: CaptureProcess, engine: EngineOfTests | null): Promise<void> {
  const present = () => (engine === null ? engineProcessIds.at(-1) : engine.engine.processId());
  const before = present();
  process.kill(before ?? 0, 'SIGKILL');
  await expect.poll(present, PATIENT).not.toBe(before);
}

/** Holds every lookup to the events, while those that were cut off are built and when all are. */
async function judge(
  dataDir: string,
  rootKey: string,
  { random, when }: { readonly random: SeededRandom; readonly when: string },
): Promise<Omit<KilledLookups, 'answered'>> {
  // An engine that the service had just started when it was killed ends by itself, in a moment.
  const service = await vi.waitFor(() => startTestService({ dataDir, rootKey }), PATIENT);
  try {
    const { services, projectId } = service;
    await services.personFolder.close();
    await services.captureWriter.whenWritten(services.spool.end, PATIENT.timeout);
    // A deletion that has not ended takes events away in `events` first: one of events, and one of a person.
    await expect.poll(() => findRunningDeletions(services.database.query, null), PATIENT).toEqual([]);
    await expect.poll(() => findDeletions(services.database.query), PATIENT).toEqual([]);
    // A fold that was cut off may have rewritten one table: that changes no answer.
    const lookedUp = await askQuestions(service, random, `${when}, half folded`);
    await foldNow(services, projectId);
    await expectExact(services, projectId, when);
    const builtRows = async () => {
      await services.lookupBuilder.look();
      return expectExact(services, projectId, when);
    };
    await expect
      .poll(async () => (await builtRows()).every(({ state }) => state === 'ready'), PATIENT)
      .toBe(true);
    const { rows } = await service.engine.command('SELECT toUInt32(count()) FROM app.events');
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
