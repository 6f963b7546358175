import type { Database } from '../../src/adapters/store/database.ts';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import type { SchedulerSettings } from '../../src/services/materialize/materialize-services.ts';
import type { RandomSource } from '../fixtures/random-source.ts';
import { addProject } from '../store/add-project.ts';
import { materializedEndpoint } from './materialized-endpoint.ts';
import type { SimulatedObjects } from './mortal-process.ts';

// What the processes of a simulation work with, whole or broken on purpose.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const ENDPOINT_IDS = ['endpoint-1', 'endpoint-2', 'endpoint-3'] as const;

/** What is broken on purpose, to see that a simulation finds it. */
export type BuildMutant = 'short leases' | 'no transactions' | 'nothing deleted' | 'rare looks';

/** Coarser than in the product, so that hours are simulated in milliseconds; the proportions are the same. */
export const SETTINGS: SchedulerSettings = {
  maxBuilds: 2,
  budget: { timeoutMs: 5 * MINUTE, maxMemoryBytes: 1 },
  leaseMs: 3 * MINUTE,
  pollMs: MINUTE,
  graceMs: 5 * SECOND,
  keepRetiredMs: 10 * MINUTE,
};

export async function openSimulatedStore(): Promise<Database> {
  const database = await openSqliteDatabase(':memory:');
  await addProject(database, 'slc_simulation');
  for (const id of ENDPOINT_IDS) await insertEndpoint(database.query, materializedEndpoint(id));
  return database;
}

export function settingsOf(mutant: BuildMutant | undefined, random: RandomSource): SchedulerSettings {
  if (mutant === 'rare looks') return { ...SETTINGS, pollMs: HOUR };
  return mutant === 'short leases' && random.oneIn(2) ? { ...SETTINGS, leaseMs: SECOND } : SETTINGS;
}

export function storeOf(database: Database, mutant: BuildMutant | undefined): Database {
  if (mutant !== 'no transactions') return database;
  return { ...database, transaction: (work) => work(database.query) };
}

export function objectsIn(kept: Map<string, Uint8Array>, mutant: BuildMutant | undefined): SimulatedObjects {
  return {
    put: async (key, body) => void kept.set(key, body),
    list: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    delete: async (key) => {
      if (mutant !== 'nothing deleted') kept.delete(key);
    },
  };
}
