import type { Engine } from '../../adapters/engine/engine.ts';
import { parseRows } from '../../adapters/engine/parse-rows.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import { compileVersion, type ProjectContext, type RunParameters } from '../../query/plan.ts';
import type { GivenValues } from '../../schema/given-values.ts';
import type { Admit, EngineAdmission } from '../admission/engine-admission.ts';

/** What questions about persons work with. */
export interface AskServices {
  readonly engine: Pick<Engine, 'query'>;
  readonly admission: Pick<EngineAdmission, 'charge'>;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
  readonly clock: { nowMs(): number };
  readonly runLimits: {
    readonly executionTimeoutMs: number;
    readonly memoryBytes: number;
    readonly answerBytes: number;
  };
}

/** Who asks, and the place of the question. */
export interface Asking {
  readonly projectId: number;
  readonly signal: AbortSignal;
  readonly admit: Admit;
}

/** A query of ours. Texts of callers stand in `values`. */
export interface Question extends Pick<RunParameters, 'limit' | 'offset'> {
  readonly query: string;
  readonly values: GivenValues;
}

const MOST_ROWS = 1_000;

/**
 * Answers a question about a project, by the compiler and within the limits of every query.
 * @throws AppError throttled, query_capacity, query_timeout and the other codes of the engine
 */
export async function askProject(
  services: AskServices,
  { projectId, signal, admit }: Asking,
  { query, values, limit, offset }: Question,
): Promise<readonly (readonly unknown[])[]> {
  const { engine, catalog, clock, runLimits } = services;
  const project = await catalog.context(projectId);
  const window = limit === undefined ? {} : { limit, ...(offset !== undefined && { offset }) };
  const plan = compileVersion({ kind: 'HogQLQuery', query, values }, {}, project)
    .prepare(window, { project, allowedOverrides: [], maxRows: MOST_ROWS })
    .plan(clock.nowMs());
  invariant(plan.kind === 'table', 'a SQL query has a plan of one query');
  const limits = {
    timeoutMs: runLimits.executionTimeoutMs,
    maxMemoryBytes: runLimits.memoryBytes,
    // One more is asked for.
    maxResultRows: MOST_ROWS + 1,
    maxResultBytes: runLimits.answerBytes,
    maxThreads: 1,
    priority: 1,
  };
  const runId = newUuid();
  const answer = await admit(runId, () => engine.query({ ...plan.query, projectId, runId, limits, signal }));
  return parseRows(answer).slice(0, limit ?? MOST_ROWS);
}
