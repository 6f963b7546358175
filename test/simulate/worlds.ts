import { RandomSource } from '../fixtures/random-source.ts';
import { openSimulatedStore, simulateBuilds } from '../materialize/simulation.ts';
import { FlightWorld } from './flight-world.ts';
import { LeaseWorld } from './lease-world.ts';

export type WorldName = 'scheduler' | 'lease' | 'flights';

/** What happened in a history, to see that it was worth something. */
export interface WorldReport {
  readonly faults: number;
  /** Builds, blocks or computations. */
  readonly done: number;
}

interface World {
  /** What is counted. */
  readonly done: string;
  /** What can be broken on purpose. */
  readonly mutants: readonly string[];
}

export const WORLDS = {
  scheduler: { done: 'builds', mutants: ['short leases'] },
  lease: { done: 'blocks', mutants: ['no deadline', 'engine clock', 'nothing completed'] },
  flights: { done: 'computations', mutants: ['every lease taken', 'leases without end'] },
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

export function isWorldName(name: string): name is WorldName {
  return name in WORLDS;
}

/** @throws Error that names the first seed that fails */
export async function simulateWorld(name: WorldName, histories: Histories): Promise<WorldReport> {
  const { replicas, firstSeed, seeds, mutant } = histories;
  const total = { faults: 0, done: 0 };
  const play = await openWorld(name, replicas, mutant);
  try {
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      const { faults, done } = await play.history(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`);
      });
      total.faults += faults;
      total.done += done;
    }
  } finally {
    await play.close();
  }
  return total;
}

async function openWorld(
  name: WorldName,
  replicas: number,
  mutant: string | undefined,
): Promise<{
  readonly history: (seed: number) => Promise<WorldReport>;
  readonly close: () => Promise<void>;
}> {
  const close = async (): Promise<void> => {};
  switch (name) {
    case 'lease': {
      const broken = WORLDS.lease.mutants.find((each) => each === mutant);
      return { close, history: (seed) => new LeaseWorld(new RandomSource(seed), replicas, broken).run() };
    }
    case 'flights':
      return {
        close,
        history: (seed) =>
          new FlightWorld(
            new RandomSource(seed),
            replicas,
            WORLDS.flights.mutants.find((each) => each === mutant),
          ).run(),
      };
    case 'scheduler': {
      const database = await openSimulatedStore();
      return {
        close: () => database.close(),
        history: async (seed) => {
          const report = await simulateBuilds(database, seed, {
            replicas,
            hasShortLeases: mutant === 'short leases',
          });
          return { faults: report.deaths, done: report.builds };
        },
      };
    }
  }
}
