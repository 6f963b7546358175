import { deleteOverrides } from '../../../adapters/engine/statements/fold-persons.ts';
import { hasOtherSpools } from '../../../adapters/store/capture-progress-store.ts';
import {
  endFold,
  ensureFold,
  fenceFold,
  isSettled,
  type PersonFold,
  setFolded,
} from '../../../adapters/store/person-fold-store.ts';
import { unreachable } from '../../../base/invariant.ts';
import { underLease } from '../../leases/write-lease.ts';
import { projectPersons } from '../persons/project-persons.ts';
import type { FoldServices, FoldSettings } from './fold-services.ts';
import { rewriteEvents } from './rewrite-events.ts';

/**
 * Takes the step of folding that is due in a project, if one is: fence, rewrite, remove. No step changes an answer.
 * Each may be repeated and may be taken by several processes at once; decision 0014 says why.
 * @param overrides how many overrides the project has
 */
export async function advanceFold(
  services: FoldServices,
  settings: FoldSettings,
  { projectId, overrides }: { readonly projectId: number; readonly overrides: number },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = services;
  const nowMs = clock.nowMs();
  const fold = await ensureFold(database.query, projectId, nowMs);
  const waitedMs = nowMs - fold.sinceMs;
  switch (fold.phase) {
    case 'waiting':
      if (!isDue(services, settings, { overrides, waitedMs })) return;
      if (!settings.hasSharedEngine && (await hasOtherSpools(database.query, services.replica))) return;
      await database.transaction((transaction) =>
        fenceFold(transaction, fold, { nowMs, limit: settings.mostOverrides }),
      );
      return;
    case 'fenced':
      if (waitedMs < settings.settleMs || !(await isSettled(database.query, fold))) return;
      if (!(await rewriteEvents(services, settings, fold, signal))) return;
      await setFolded(database.query, fold, clock.nowMs());
      return;
    case 'folded':
      if (waitedMs >= settings.settleMs) await removeOverrides(services, fold);
      return;
    default:
      unreachable(fold.phase);
  }
}

/**
 * True when overrides are to be folded. Many overrides do not wait; few wait for their time and until capture keeps up.
 */
function isDue(
  { captureWriter }: FoldServices,
  settings: FoldSettings,
  { overrides, waitedMs }: { readonly overrides: number; readonly waitedMs: number },
): boolean {
  if (overrides >= settings.foldAtOverrides) return true;
  return waitedMs >= settings.foldAfterMs && !captureWriter.isBehind;
}

/**
 * Removes overrides that no event needs. The engine comes first: after a crash, rows that only the store still has are
 * found and removed again.
 */
async function removeOverrides(services: FoldServices, fold: PersonFold): Promise<void> {
  const { engine, database, clock, observe, writeLock } = services;
  const { projectId } = fold;
  // An override that was redirected meanwhile must be there in its new version before the old version goes.
  await writeLock.hold(projectId, (lease) => projectPersons(underLease(lease, services)));
  await deleteOverrides(engine, projectId, fold.version);
  const left = await database.transaction((transaction) => endFold(transaction, fold, clock.nowMs()));
  observe({ kind: 'person_fold', step: 'removed', projectId, overrides: left });
}
