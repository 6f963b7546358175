import { streamTexts } from '../../adapters/engine/statements/stream-texts.ts';
import { invariant } from '../../base/invariant.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import { executePlan } from '../execution/execute-plan.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { writeAnswer } from './answer-text.ts';
import { buildLimits } from './build-limits.ts';
import type { BuildSubject, WrittenResult } from './build-subject.ts';
import { BytesWitness, factsOfBytes } from './checked-bytes.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';

/** Rows of the queries of an insight are folded in memory. */
const INSIGHT_ROWS = 1_000_000;

/** Writes the shaped answer of an insight as it is, and its items as texts in a Parquet file. */
export async function writeInsight(
  services: SnapshotServices,
  job: BuildJob,
  { compiled, project }: BuildSubject,
): Promise<WrittenResult> {
  const { answerRows, answerBytes } = services.runLimits;
  const prepared = compiled.prepare({}, { project, allowedOverrides: null, maxRows: answerRows });
  const outcome = await executePlan(services, prepared.plan(job.nowMs), {
    projectId: job.projectId,
    executionId: job.buildId,
    limits: { ...buildLimits(job), maxResultRows: INSIGHT_ROWS, maxResultBytes: answerBytes },
    form: PLAIN_JSON,
    signal: job.signal,
    nowMs: job.nowMs,
    admit: (_runId, work) => work(),
  });
  invariant(outcome.kind === 'insight', 'insights answer a shape of their own');
  const { results } = outcome.answer;
  const items = Array.isArray(results) ? results : [results];
  const answer = await services.slices.run(writeAnswer(outcome.answer), job.signal);
  await services.objects.put(`${job.objectPrefix}/answer.json`, answer);
  const { body } = await streamTexts(services.engine, await services.slices.run(textsOf(items), job.signal), {
    timeoutMs: job.budget.timeoutMs,
    runId: `${job.buildId}_items`,
    signal: job.signal,
  });
  const answerFacts = await services.slices.run(factsOfBytes(answer), job.signal);
  const witness = new BytesWitness();
  await services.objects.putStream(`${job.objectPrefix}/rows.parquet`, witness.watch(body));
  return {
    rows: items.length,
    columns: null,
    ready_rows: null,
    objects: { 'rows.parquet': witness.facts(), 'answer.json': answerFacts },
  };
}

function* textsOf(items: readonly unknown[]): Sliced<readonly string[]> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push(JSON.stringify(item));
    yield;
  }
  return texts;
}
