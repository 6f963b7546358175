import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import { WRITE_MOMENTS } from './engine-gate.ts';
import { FAULTS, type Fault, frozenAt, killedAt } from './faults.ts';
import { Ledger } from './ledger.ts';
import { deleteAndBringAgain, type LoadedDeployment, sendBatches } from './load.ts';
import { answered, type DeployedProject, newEvents, newProject, seenEvents, send } from './sent-events.ts';
import { StaleWatch, watchEndpoint, watchForced, watchKeys } from './stale-watch.ts';
import { type Deployment, startDeployment } from './start-deployment.ts';

const SERVICES = 3;
/** Until everything that was accepted is seen, however busy the machine: a lease has to end first, and then another. */
const PATIENCE = { timeout: 300_000, interval: 500 };

/** Of the log of each service, when a seed fails. */
const LAST_LINES = 20;

/** What a seed has come to, for people to read. */
export interface Played {
  readonly faults: readonly string[];
  readonly batches: number;
  readonly deletions: number;
  readonly judged: StaleWatch['judged'];
  /** Seconds until everything was visible. */
  readonly settledSeconds: number;
}

/**
 * Plays the faults of a seed against three services on one engine, one PostgreSQL server and one Redis server that are
 * under load, and judges what callers were told: nothing acknowledged is lost, doubled or foreign, nothing deleted is
 * there, and no answer is stale.
 * @param shortFaults how many, besides the one that takes the lease away from a writer
 */
export async function playFaults(seed: number, shortFaults: number): Promise<Played> {
  const random = new RandomSource(seed);
  const deployment = await startDeployment(SERVICES);
  const happened: string[] = [];
  try {
    return await playOn({ deployment, random, happened }, faultsOf(seed, random, shortFaults));
  } catch (error) {
    console.log(`SLUICE_TEST_SEED=${seed} failed after ${JSON.stringify(happened, null, 2)}`);
    for (const { log } of deployment.services) console.log(log().slice(-LAST_LINES).join('\n'));
    throw error;
  } finally {
    await deployment.close();
  }
}

interface Playing {
  readonly deployment: Deployment;
  readonly random: RandomSource;
  /** What has happened so far. */
  readonly happened: string[];
}

/** Each seed kills at another moment of a block; every fourth one holds the writer still until its lease is over. */
function faultsOf(seed: number, random: RandomSource, shortFaults: number): readonly (readonly Fault[])[] {
  const moment = WRITE_MOMENTS[seed % WRITE_MOMENTS.length];
  if (moment === undefined) throw new Error('a seed is a whole number from 0');
  const atBlock = seed % 4 === 0 ? frozenAt(moment) : killedAt(moment);
  const kinds = FAULTS as readonly [Fault, ...Fault[]];
  const short = Array.from({ length: shortFaults }, () => {
    const first = random.pick(kinds);
    const other = random.pick(kinds);
    return random.oneIn(3) && other.part !== first.part ? [first, other] : [first];
  });
  const turn = random.below(short.length + 1);
  return [...short.slice(0, turn), [atBlock], ...short.slice(turn)];
}

async function playOn(playing: Playing, faults: readonly (readonly Fault[])[]): Promise<Played> {
  const { random, happened } = playing;
  const { services } = playing.deployment;
  const projects = [
    await newProject(serviceAt(services, 0), 'one'),
    await newProject(serviceAt(services, 1), 'two'),
  ] as const;
  const [ledger, watch] = [new Ledger(), new StaleWatch()];
  const phase = { isOver: false };
  const load = { services, projects, ledger, isOver: () => phase.isOver };
  const working = startLoad({ ...load, watch }, random);
  await happenAll(playing, faults);
  const endedMs = performance.now();
  // Events and deletions that begin now are judged with all faults behind them.
  await delay(3_000);
  phase.isOver = true;
  await working;
  for (const service of services) await expectWritten(service, projects[0]);
  const settledSeconds = Math.round((performance.now() - endedMs) / 1_000);
  for (const project of projects) await expectExact(services, project, ledger);
  expect(watch.wrong.slice(0, 10)).toEqual([]);
  const { batches, deletions } = ledger;
  return { faults: happened, batches, deletions, judged: watch.judged, settledSeconds };
}

/** Everybody draws from a source of its own, so that what one draws does not depend on how fast the others are. */
function startLoad(
  load: LoadedDeployment & { readonly watch: StaleWatch },
  random: RandomSource,
): Promise<unknown> {
  const own = (): RandomSource => new RandomSource(random.below(2 ** 31));
  return Promise.all([
    ...[own(), own(), own()].map((each) => sendBatches(load, each)),
    ...['a', 'b'].map((name) => deleteAndBringAgain(load, own(), `gone-${name}`)),
    watchEndpoint(load, own()),
    watchForced(load, own()),
    watchKeys(load, own()),
  ]);
}

async function happenAll(
  { deployment, random, happened }: Playing,
  faults: readonly (readonly Fault[])[],
): Promise<void> {
  for (const together of faults) {
    await delay(500 + random.below(2_500));
    const startedMs = performance.now();
    await Promise.all(together.map((fault) => fault.happen(deployment, random)));
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    happened.push(`${together.map(({ what }) => what).join(' while ')} (${seconds} s)`);
  }
}

function serviceAt(services: readonly ServiceProcess[], place: number): ServiceProcess {
  const service = services[place];
  if (service === undefined) throw new Error(`there is no service ${place}`);
  return service;
}

/** Resolves when everything is visible that the spool of the service had. */
async function expectWritten(service: ServiceProcess, project: DeployedProject): Promise<void> {
  await vi.waitFor(async () => {
    const events = newEvents(project, 1).map((event) => ({ ...event, event: 'marker' }));
    expect(await send(service, project, events, '?wait=true')).toBe(true);
  }, PATIENCE);
}

async function expectExact(
  services: readonly ServiceProcess[],
  project: DeployedProject,
  ledger: Ledger,
): Promise<void> {
  const { kept, gone, sent } = ledger.expectedOf(project);
  for (const service of services) {
    const { rows, ids, foreign } = await seenEvents(service, project);
    expect({
      lost: [...kept].filter((id) => !ids.has(id)),
      doubled: rows - ids.size,
      foreign,
      unknown: [...ids].filter((id) => !sent.has(id)),
      undeleted: [...gone].filter((id) => ids.has(id)),
    }).toEqual({ lost: [], doubled: 0, foreign: 0, unknown: [], undeleted: [] });
    const twice = await answered(
      service,
      project.id,
      'select distinct_id from events group by distinct_id having count(distinct person_id) > 1 limit 10',
    );
    expect(twice, 'distinct ids of more than one person').toEqual([]);
  }
}
