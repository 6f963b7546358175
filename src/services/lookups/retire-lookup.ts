import type { Database } from '../../adapters/store/database.ts';
import { type LookupRow, updateLookup } from '../../adapters/store/lookup-store.ts';
import type { Clock } from '../../base/clock.ts';

/** Takes a lookup out of use. Its rows go later, when no query that was planned with it can run any more. */
export async function retireLookup(
  { database, clock }: { readonly database: Pick<Database, 'query'>; readonly clock: Clock },
  lookup: Pick<LookupRow, 'projectId' | 'number'>,
): Promise<void> {
  await updateLookup(database.query, lookup, { state: 'retired', retiredAtMs: clock.nowMs() });
}
