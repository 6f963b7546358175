import type { Kv } from '../adapters/kv/kv.ts';
import type { Peers } from '../adapters/store/database.ts';
import type { Clock } from '../base/clock.ts';
import type { Observe } from '../base/observation.ts';
import { wait } from '../base/wait.ts';
import { NewerResults } from '../services/cache/newer-results.ts';
import type { ResultCache } from '../services/cache/result-cache.ts';
import { SharedFlights } from '../services/cache/shared-flights.ts';
import { SharedResults } from '../services/cache/shared-results.ts';
import { readResult, writeResult } from '../services/execution/result-bytes.ts';
import type { StoredResult } from '../services/execution/stored-result.ts';
import { RateSums } from '../services/limits/rate-sums.ts';
import type { RunServices } from '../services/run/run-services.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from './config.ts';

/** What services on one store and one engine have in common. */
interface Common {
  /** Absent without Redis. */
  readonly kv: Kv | undefined;
  /** Absent where no other service has the engine. */
  readonly peers: Peers | undefined;
  readonly clock: Clock;
}

/** The parts by which services tell each other of results. */
export function sharedParts(
  { kv, peers, clock }: Common,
  memory: ResultCache<StoredResult>,
): Pick<RunServices, 'sharedResults' | 'newerResults'> {
  const newer = peers && new NewerResults(peers, memory, () => clock.nowMs());
  const results =
    kv &&
    new SharedResults({
      ...{ kv, memory, newer },
      flights: new SharedFlights(kv, wait),
      bytes: { write: writeResult, read: readResult },
    });
  return { ...(results && { sharedResults: results }), ...(newer && { newerResults: newer }) };
}

/**
 * Begins to add up what the services count for themselves. A test clock moves the windows of one service alone, so then
 * nothing is added up.
 * @returns how to end it
 */
export function sumRates(
  { kv, observe }: Pick<Common, 'kv'> & { readonly observe: Observe },
  { testClock }: Pick<Settings, 'testClock'>,
  limiters: Pick<Services, 'runRate' | 'refusalRate' | 'captureRefusalRate'>,
): () => Promise<void> {
  if (kv === undefined || testClock) return async () => undefined;
  const sums = new RateSums(kv, { observe, wait });
  sums.watch('runs', limiters.runRate);
  sums.watch('refusals', limiters.refusalRate);
  sums.watch('capture-refusals', limiters.captureRefusalRate);
  sums.start();
  return () => sums.stop();
}
