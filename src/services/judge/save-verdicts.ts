import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Queryable } from '../../adapters/store/database.ts';
import { findKeptReads, refreshColumns, saveJudgement } from '../../adapters/store/judgement-store.ts';
import { lockProject } from '../../adapters/store/project-store.ts';
import { addRunLog } from '../../adapters/store/run-log-store.ts';
import type { Clock } from '../../base/clock.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { Verdict } from './judge-endpoints.ts';
import { verdictWarning } from './verdict-warning.ts';

/** Verdicts per transaction, so that other writers wait for no more. */
const PER_TRANSACTION = 20;

/**
 * Stores verdicts: the present columns, the refusal, and an entry in the log of each endpoint that changes. An endpoint
 * that another process has judged meanwhile is left alone.
 * @param isTold false = nothing changed that callers could notice
 */
export async function saveVerdicts(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  projectId: number,
  verdicts: readonly Verdict[],
  isTold = true,
): Promise<void> {
  for (let start = 0; start < verdicts.length; start += PER_TRANSACTION) {
    const some = verdicts.slice(start, start + PER_TRANSACTION);
    await database.transaction(async (transaction) => {
      // Else two processes could both find that nobody has told yet.
      await lockProject(transaction, projectId);
      for (const verdict of some) await save(transaction, projectId, verdict, isTold ? clock.nowMs() : null);
    });
    await nextTurn();
  }
}

async function save(
  db: Queryable,
  projectId: number,
  verdict: Verdict,
  toldAtMs: number | null,
): Promise<void> {
  const { endpointId, version, before, after } = verdict;
  const { columns, reads, refusal } = after;
  const isChanged = stableJson(columns) !== stableJson(before.columns);
  if ((await findKeptReads(db, projectId, { endpointId, version })) !== before.reads) return;
  // A newer version was judged when it was saved.
  if (isChanged && !(await refreshColumns(db, projectId, { endpointId, version, columns }))) return;
  await saveJudgement(db, projectId, { endpointId, version, reads, refusal });
  const warning = verdictWarning(verdict);
  if (warning === null || toldAtMs === null) return;
  const level = refusal === null ? 'info' : 'error';
  const facts = { version, code: warning.code, detail: warning.detail };
  await addRunLog(db, [{ projectId, endpointId, startedAtMs: toldAtMs, level, facts }]);
}
