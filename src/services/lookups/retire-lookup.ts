import type { Database } from '../../adapters/store/database.ts';
import { changeLookup, findLookup, type LookupRow } from '../../adapters/store/lookup-store.ts';
import type { Clock } from '../../base/clock.ts';

/** Takes a lookup out of use. Its rows go later, when no query that was planned with it can run any more. */
export async function retireLookup(
  { database, clock }: { readonly database: Pick<Database, 'query'>; readonly clock: Clock },
  lookup: Pick<LookupRow, 'projectId' | 'number'>,
): Promise<void> {
  for (;;) {
    const found = await findLookup(database.query, lookup);
    if (found?.state !== 'building' && found?.state !== 'ready') return;
    const change = { state: 'retired', retiredAtMs: clock.nowMs() } as const;
    if (await changeLookup(database.query, found, change)) return;
  }
}
