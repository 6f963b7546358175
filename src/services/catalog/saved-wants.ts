import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '../../adapters/store/database.ts';
import { type KeptJudgement, listKeptReads } from '../../adapters/store/judgement-store.ts';
import { type WantedStructures, wantedStructures } from '../../query/plan.ts';

/** How long a column or lookup stays without being used, and uses of how long are counted. */
export const UNUSED_MS = 7 * 86_400_000;

/** What the current version of a saved endpoint would use of the engine. */
export interface SavedWants extends Omit<KeptJudgement, 'reads'> {
  readonly structures: WantedStructures;
}

/** Endpoints per statement. The number is small, so that each step of the loop stays short. */
const PAGE = 100;

/** What the active endpoints of a project would use of the engine, as far as it is known; compiles nothing. */
export async function* savedWants(db: Queryable, projectId: number): AsyncIterable<SavedWants> {
  for (let afterId = ''; ; ) {
    const page = await listKeptReads(db, projectId, { afterId, limit: PAGE });
    for (const { reads, ...saved } of page) {
      const structures = wantedStructures(reads);
      if (structures !== undefined) yield { ...saved, structures };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    afterId = last.endpointId;
    await nextTurn();
  }
}
