import type { Database } from '../../src/adapters/store/database.ts';
import { type SimulationReport, simulateBuilds } from './simulation.ts';
import { Tally } from './tally.ts';

/**
 * Runs simulations with the seeds from `firstSeed` on.
 * @throws Error that names the first seed that fails, or says that too little happened
 */
export async function simulateMany(
  database: Database,
  firstSeed: number,
  count: number,
): Promise<SimulationReport> {
  const total = { builds: 0, flips: 0, deaths: 0, lost: 0 };
  const faults = new Tally();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const report = await simulateBuilds(database, seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`);
    });
    for (const name of ['builds', 'flips', 'deaths', 'lost'] as const) total[name] += report[name];
    faults.addAll(report.faults);
  }
  if (count > 10 && (total.flips < 8 * count || total.deaths < count || total.lost === 0))
    throw new Error(`too little happened: ${JSON.stringify(total)}`);
  return { ...total, faults: faults.counts };
}
