import { readDataMark } from '../../adapters/engine/statements/read-data-mark.ts';
import { isAppError } from '../../base/errors.ts';
import { unreachable } from '../../base/invariant.ts';
import type { RunPlan } from '../../query/plan.ts';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';
import type { PlanOutcome } from '../execution/execute-plan.ts';
import { executePlan } from '../execution/execute-plan.ts';
import { buffersOf, isLarge, parseRows, sentSource } from '../execution/insight-body.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { buildLimits } from './build-limits.ts';
import type { BuildSubject } from './build-subject.ts';
import { buildTurn } from './build-turn.ts';
import { hasSameRows, isSameAnswer } from './compare-answers.ts';
import { isSameInsight } from './compare-insights.ts';
import { planOfBuild } from './plan-of-build.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';
import { compareTask } from './snapshot-tasks.ts';

export interface Proof {
  readonly subject: BuildSubject;
  readonly manifest: SnapshotManifest;
  /** The mark of the data at the beginning of the build. */
  readonly mark: string;
}

/**
 * Compares the answer of a stable query's snapshot with the answer of a direct run for the same `now`.
 * @returns null when the answers cannot be compared: rows became visible meanwhile, a direct run is past its limits, or
 *   two direct runs differ from one another
 */
export async function proveSnapshot(
  services: SnapshotServices,
  job: BuildJob,
  { subject, manifest, mark }: Proof,
): Promise<boolean | null> {
  const { answerRows } = services.runLimits;
  const plan = await planOfBuild(services, job, subject, { parameters: {}, maxRows: answerRows });
  try {
    const direct = await runDirect(services, job, plan);
    const stored = await readStored(services, job, { manifest, plan });
    if ((await readDataMark(services.engine, job.projectId)) !== mark) return null;
    const verdict = await isEqual(services, job, stored, direct);
    if (verdict !== false) return verdict;
    const again = await runDirect(services, job, plan);
    return (await isEqual(services, job, again, direct)) === true ? false : null;
  } catch (error) {
    if (isAppError(error) && !job.signal.aborted) return null;
    throw error;
  }
}

async function runDirect(services: SnapshotServices, job: BuildJob, plan: RunPlan): Promise<PlanOutcome> {
  const { runLimits } = services;
  return executePlan(services, plan, {
    projectId: job.projectId,
    executionId: `${job.buildId}_proof`,
    limits: {
      ...buildLimits(job),
      maxResultRows: plan.kind === 'table' ? runLimits.answerRows + 1 : 1_000_000,
      maxResultBytes: runLimits.answerBytes,
    },
    form: PLAIN_JSON,
    signal: job.signal,
    nowMs: job.nowMs,
    admit: buildTurn(services, job),
  });
}

async function readStored(
  services: SnapshotServices,
  job: BuildJob,
  { manifest, plan }: { readonly manifest: SnapshotManifest; readonly plan: RunPlan },
): Promise<PlanOutcome> {
  const { outcome } = await services.snapshotReader.read(job, {
    limit: plan.kind === 'table' ? plan.limit : manifest.rows,
    offset: 0,
    columns: plan.kind === 'table' ? plan.columns : [],
    form: PLAIN_JSON,
    limits: buildLimits(job),
    admit: (work) => buildTurn(services, job)(`${job.buildId}_stored`, work),
  });
  return outcome;
}

/** Null when only a part of the rows is known, because another part may be equally right. */
async function isEqual(
  services: SnapshotServices,
  { projectId, signal }: BuildJob,
  a: PlanOutcome,
  b: PlanOutcome,
): Promise<boolean | null> {
  const { slices, workers } = services;
  switch (a.kind) {
    case 'insight': {
      if (b.kind !== 'insight') return false;
      if (!isLarge(a.source) && !isLarge(b.source)) return slices.run(isSameInsight(a.source, b.source));
      const sent = { a: sentSource(a.source), b: sentSource(b.source) };
      // A second comparison may need the other answer, so its buffers are not handed over.
      return workers.run(compareTask, sent, { projectId, signal, transfer: buffersOf(sent.a) });
    }
    case 'table': {
      if (b.kind !== 'table' || a.rowCount !== b.rowCount || a.hasMore !== b.hasMore) return false;
      if (Buffer.compare(a.rows, b.rows) === 0) return true;
      const rows = await slices.run(parseRows(a.rows));
      const others = await slices.run(parseRows(b.rows));
      if (isSameAnswer(rows, others)) return true;
      return a.hasMore ? null : hasSameRows(rows, others);
    }
    default:
      return unreachable(a);
  }
}
