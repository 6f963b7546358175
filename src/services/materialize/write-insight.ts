import { streamLines } from '../../adapters/engine/statements/stream-lines.ts';
import { invariant } from '../../base/invariant.ts';
import { executePlan } from '../execution/execute-plan.ts';
import { buffersOf, type InsightSource, isLarge, sentSource } from '../execution/insight-body.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { type AnswerFile, answerFile } from './answer-file.ts';
import { buildLimits } from './build-limits.ts';
import type { BuildSubject, WrittenResult } from './build-subject.ts';
import { buildTurn } from './build-turn.ts';
import { BytesWitness } from './checked-bytes.ts';
import { planOfBuild } from './plan-of-build.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';
import { writeAnswerTask } from './snapshot-tasks.ts';

/** Rows that the queries of an insight may return; they are folded in memory. */
const INSIGHT_ROWS = 1_000_000;

/** Writes the shaped answer of an insight as it is, and its items as texts in a Parquet file. */
export async function writeInsight(
  services: SnapshotServices,
  job: BuildJob,
  subject: BuildSubject,
): Promise<WrittenResult> {
  const { answerRows, answerBytes } = services.runLimits;
  const plan = await planOfBuild(services, job, subject, { parameters: {}, maxRows: answerRows });
  const outcome = await executePlan(services, plan, {
    projectId: job.projectId,
    executionId: job.buildId,
    limits: { ...buildLimits(job), maxResultRows: INSIGHT_ROWS, maxResultBytes: answerBytes },
    form: PLAIN_JSON,
    signal: job.signal,
    nowMs: job.nowMs,
    admit: buildTurn(services, job),
  });
  invariant(outcome.kind === 'insight', 'insights answer a shape of their own');
  const { bytes, facts, items } = await writtenAnswer(services, job, outcome.source);
  const key = `${job.objectPrefix}/answer.json`;
  await services.objects.put(key, bytes);
  const witness = new BytesWitness();
  const runId = `${job.buildId}_items`;
  const options = { timeoutMs: job.budget.timeoutMs, runId, signal: job.signal };
  await services.snapshotSources.use({ projectId: job.projectId, key, written: facts }, (file) =>
    buildTurn(services, job)(runId, async () => {
      const { body } = await streamLines(services.engine, { file, items }, options);
      await services.objects.putStream(`${job.objectPrefix}/rows.parquet`, witness.watch(body));
    }),
  );
  return {
    rows: items ?? 1,
    columns: null,
    ready_rows: null,
    objects: { 'rows.parquet': witness.facts(), 'answer.json': facts },
  };
}

function writtenAnswer(
  { slices, workers }: SnapshotServices,
  { projectId, signal }: BuildJob,
  source: InsightSource,
): Promise<AnswerFile> {
  if (!isLarge(source)) return slices.run(answerFile(source), signal);
  const sent = sentSource(source);
  return workers.run(writeAnswerTask, sent, { projectId, signal, transfer: buffersOf(sent) });
}
