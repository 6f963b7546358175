import { RandomSource } from '../fixtures/random-source.ts';
import { type BuildMutant, MINUTE, openSimulatedStore } from '../materialize/simulated-parts.ts';
import { simulateBuilds } from '../materialize/simulation.ts';
import { Tally } from '../materialize/tally.ts';
import { type FlightMutant, FlightWorld } from './flight-world.ts';
import { type LeaseMutant, LeaseWorld } from './lease-world.ts';

export type WorldName = 'scheduler' | 'lease' | 'flights';

/** What happened in a history, to see that it was worth something. */
export interface WorldReport {
  /** How often each thing went wrong. */
  readonly faults: Readonly<Record<string, number>>;
  /** Builds, blocks or computations. */
  readonly done: number;
}

interface World {
  /** What is counted. */
  readonly done: string;
  /** What can be broken on purpose. */
  readonly mutants: readonly string[];
  /** What goes wrong, all of it within a hundred histories. */
  readonly faults: readonly string[];
}

export const WORLDS = {
  scheduler: {
    done: 'builds',
    mutants: ['short leases', 'no transactions', 'nothing deleted', 'rare looks'] satisfies BuildMutant[],
    faults: [
      'a process dies',
      'a process is stopped',
      'a build is lost',
      'a failing build',
      'a defect build',
      'a hanging build',
      'a build longer than it may be',
      'the clock is set back',
      'the clock is set ahead',
      'an endpoint is switched off',
    ],
  },
  lease: {
    done: 'blocks',
    mutants: ['no deadline', 'engine clock', 'nothing completed'] satisfies LeaseMutant[],
    faults: [
      'a statement is late',
      'the writer is killed',
      'the writer stands still',
      'the writer is cut off from the store',
      'the writer is cut off from the engine',
      'another one is killed',
      'another one stands still',
      'another one is cut off from the store',
      'another one is cut off from the engine',
    ],
  },
  flights: {
    done: 'computations',
    mutants: ['every lease taken', 'leases without end', 'old answers'] satisfies FlightMutant[],
    faults: [
      'a service is killed',
      'a service stands still',
      'a service is cut off from Redis',
      'Redis loses everything',
      'Redis is away',
    ],
  },
} as const satisfies Readonly<Record<WorldName, World>>;

/** What must hold in every history. */
export const INVARIANTS: Readonly<Record<WorldName, readonly string[]>> = {
  scheduler: [
    'no two builds of one endpoint run at once',
    'no snapshot is served after a later one, for an old version, or in part',
    'every build that is due or asked for begins in time, and ends in the store',
    'no object is left over',
  ],
  lease: [
    'no statement of a writer runs after a later writer has begun',
    'no event is stored twice, and none is lost',
    'no writer begins before what an earlier one left undone is completed',
    'in calm time every event is written',
  ],
  flights: [
    'a caller of a healthy service gets an answer in time',
    'no answer was older than its age when its flight began',
    'without faults one service computes at a time, and a hundred equal calls are one computation',
    'nobody waits and nothing computes when everybody has left',
  ],
};

interface Histories {
  readonly replicas: number;
  readonly firstSeed: number;
  readonly seeds: number;
  readonly mutant?: string;
}

/** Histories in which every fault comes. */
const ENOUGH = 100;

export function isWorldName(name: string): name is WorldName {
  return name in WORLDS;
}

/** @throws Error that names the first seed that fails, or a fault that has not come in many histories */
export async function simulateWorld(name: WorldName, histories: Histories): Promise<WorldReport> {
  const { replicas, firstSeed, seeds, mutant } = histories;
  const faults = new Tally();
  let done = 0;
  const play = await openWorld(name, replicas, mutant);
  try {
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      const report = await play.history(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`);
      });
      faults.addAll(report.faults);
      done += report.done;
    }
  } finally {
    await play.close();
  }
  const missing = WORLDS[name].faults.filter((fault) => !(fault in faults.counts));
  if (seeds >= ENOUGH && missing.length > 0)
    throw new Error(`in ${seeds} histories it never happened that ${missing.join(', ')}`);
  return { faults: faults.counts, done };
}

/** How many histories show that a module is broken, and what the first of them says. */
export async function findMutant(
  name: WorldName,
  { firstSeed, seeds, ...histories }: Histories,
): Promise<{ readonly found: number; readonly first: string | undefined }> {
  let found = 0;
  let first: string | undefined;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    await simulateWorld(name, { ...histories, firstSeed: seed, seeds: 1 }).catch((error: unknown) => {
      found += 1;
      first ??= error instanceof Error ? error.message : String(error);
    });
  }
  return { found, first };
}

interface Play {
  readonly history: (seed: number) => Promise<WorldReport>;
  readonly close: () => Promise<void>;
}

async function openWorld(name: WorldName, replicas: number, broken: string | undefined): Promise<Play> {
  const close = async (): Promise<void> => {};
  switch (name) {
    case 'lease': {
      const mutant = WORLDS.lease.mutants.find((each) => each === broken);
      return { close, history: (seed) => new LeaseWorld(new RandomSource(seed), replicas, mutant).run() };
    }
    case 'flights': {
      const mutant = WORLDS.flights.mutants.find((each) => each === broken);
      return { close, history: (seed) => new FlightWorld(new RandomSource(seed), replicas, mutant).run() };
    }
    case 'scheduler':
      return openBuilds(
        replicas,
        WORLDS.scheduler.mutants.find((each) => each === broken),
      );
  }
}

/** Many processes, so that a short time is full. */
const WILD_MS = 40 * MINUTE;
const MOST_PAUSE_MS = 2 * MINUTE;

async function openBuilds(replicas: number, mutant: BuildMutant | undefined): Promise<Play> {
  const database = await openSimulatedStore();
  const form = { replicas, wildMs: WILD_MS, mostPauseMs: MOST_PAUSE_MS, ...(mutant && { mutant }) };
  return {
    close: () => database.close(),
    history: async (seed) => {
      const { builds, faults } = await simulateBuilds(database, seed, form);
      return { faults, done: builds };
    },
  };
}
