import {
  beginRewrite,
  clearRewrites,
  countUnfolded,
  dropFoldTable,
  type FoldTable,
  makeFoldTable,
  readRewriteState,
} from '../../../adapters/engine/statements/fold-persons.ts';
import {
  countOverrides,
  leaseFold,
  listMoves,
  type PersonFold,
} from '../../../adapters/store/person-fold-store.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { newRandomUuid } from '../../../base/ids.ts';
import { wait } from '../../../base/wait.ts';
import type { FoldServices, FoldSettings } from './fold-services.ts';

const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 1_000;

/**
 * Gives the events of a fenced fold the ids of their present persons.
 * @returns true when no event carries the old id of an override of the fold. False means that it is to be tried again:
 *   another replica rewrites, persons changed while the mutation began, or `signal` was aborted.
 * @throws what the engine throws, and an Error when the mutation fails; both may work later
 */
export async function rewriteEvents(
  services: FoldServices,
  { leaseMs }: Pick<FoldSettings, 'leaseMs'>,
  fold: PersonFold,
  signal: AbortSignal,
): Promise<boolean> {
  const { engine, database, clock, replica } = services;
  const startedMs = stopwatchMs();
  const lease = () => leaseFold(database.query, fold, { owner: replica, nowMs: clock.nowMs(), leaseMs });
  if (!(await lease())) return false;
  await clearRewrites(engine, fold.projectId);
  const moves = await listMoves(database.query, fold);
  if (moves.length > 0) {
    const table = await makeFoldTable(engine, fold.projectId, newRandomUuid(), moves);
    if (!(await begin(services, fold, { table, moves: moves.length, lease }))) {
      await dropFoldTable(engine, table);
      return false;
    }
    if (!(await isDone(services, table, { lease, signal }))) return false;
    const left = await countUnfolded(engine, table);
    if (left > 0) throw new Error(`${left} events still carry the id of a merged person`);
    await clearRewrites(engine, fold.projectId);
  }
  const durationMs = stopwatchMs() - startedMs;
  const { projectId } = fold;
  services.observe({
    kind: 'person_fold',
    step: 'rewritten',
    projectId,
    overrides: moves.length,
    durationMs,
  });
  return true;
}

/**
 * Begins the mutation unless an override of the table changed since the table was made. A person id can come to life
 * again only after a deletion, which changes the override. Deletions hold the write lock, or wait for the lease of
 * another replica.
 */
async function begin(
  services: FoldServices,
  fold: PersonFold,
  {
    table,
    moves,
    lease,
  }: { readonly table: FoldTable; readonly moves: number; readonly lease: () => Promise<boolean> },
): Promise<boolean> {
  const { database } = services;
  return services.writeLock.hold(fold.projectId, async (held) => {
    if (!(await lease()) || (await countOverrides(database.query, fold)) !== moves) return false;
    await beginRewrite(held.on(services.engine), table);
    return true;
  });
}

/** Waits for the end of the mutation. */
async function isDone(
  { engine }: FoldServices,
  table: FoldTable,
  { lease, signal }: { readonly lease: () => Promise<boolean>; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)) {
    const state = await readRewriteState(engine, table);
    if (state.kind === 'done') return true;
    // The lease is gone: the process that has it now, or that deleted the project, has cleared the mutation.
    if (!(await lease())) return false;
    if (state.kind === 'failed') {
      await clearRewrites(engine, table.projectId);
      throw new Error(`the mutation failed: ${state.reason}`);
    }
    await wait(lookMs, signal);
    if (signal.aborted) return false;
  }
}
