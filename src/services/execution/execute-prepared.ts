import type { QueryLimits } from '../../adapters/engine/engine.ts';
import type { EndpointLimits } from '../../adapters/store/endpoint-row.ts';
import { Deadline } from '../../base/deadline.ts';
import { newUuid } from '../../base/ids.ts';
import type { PreparedRun, RunPlan } from '../../query/plan.ts';
import { holdPlace } from './admit-engine-work.ts';
import { executePlan } from './execute-plan.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { WholeForm } from './result-form.ts';
import type { RunLimits } from './run-limits.ts';
import { type AnswerFrame, shapeResult } from './shape-result.ts';
import type { StoredResult } from './stored-result.ts';

/** A checked query, for whom it runs and how its answer is written. */
export interface PreparedExecution {
  readonly projectId: number;
  readonly keyId: string;
  /** The time that relative dates and `now()` mean. */
  readonly nowMs: number;
  readonly prepared: PreparedRun;
  readonly endpointLimits: EndpointLimits;
  readonly form: WholeForm;
  readonly frame: AnswerFrame;
  /** Equal for results of the same question; undefined = nobody asks it again. */
  readonly identity?: string;
}

/**
 * Charges the execution rate, waits for a place at the engine, executes and writes the result.
 * @throws AppError throttled, query_capacity, query_too_large, and the codes of the engine
 */
export async function executePrepared(
  services: ExecutionServices,
  execution: PreparedExecution,
  signal: AbortSignal,
): Promise<StoredResult> {
  const { projectId, keyId, nowMs, form, frame } = execution;
  services.executionRate.take(keyId);
  const executionId = newUuid();
  const deadline = Deadline.after(services.runLimits.queueTimeoutMs);
  const caller = { projectId, keyId, signal, deadline };
  const plan = execution.prepared.plan(nowMs);
  const outcome = await executePlan(services, plan, {
    projectId,
    executionId,
    limits: queryLimits(services, execution, plan),
    form,
    signal,
    nowMs,
    admit: (runId, work) => holdPlace(services, caller, runId, work),
  });
  const identity = execution.identity ?? executionId;
  const maxBytes = services.runLimits.answerBytes;
  const context = { frame, identity, executionId, computedAtMs: nowMs, maxBytes };
  return services.slices.run(shapeResult(outcome, form, context), signal);
}

/** Time the engine gets to end a query that is over its time, before its caller is answered without it. */
const GRACE_MS = 2_000;

/** Longest time from admission to answer. */
export function totalTimeoutMs({ runLimits }: ExecutionServices, endpointLimits: EndpointLimits): number {
  return runLimits.queueTimeoutMs + executionTimeoutMs(runLimits, endpointLimits) + GRACE_MS;
}

/** Rows of insights are folded in memory; their answer is held to the limit of bytes like any other. */
const INSIGHT_ROWS = 1_000_000;

function queryLimits(
  { runLimits }: ExecutionServices,
  { endpointLimits }: PreparedExecution,
  plan: RunPlan,
): QueryLimits {
  const { maxBytesRead } = endpointLimits;
  return {
    timeoutMs: executionTimeoutMs(runLimits, endpointLimits),
    maxMemoryBytes: runLimits.memoryBytes,
    // One more than an answer may hold, which tells whether there are more.
    maxResultRows: plan.kind === 'table' ? runLimits.answerRows + 1 : INSIGHT_ROWS,
    maxResultBytes: runLimits.answerBytes,
    ...(maxBytesRead === undefined ? {} : { maxBytesToRead: maxBytesRead }),
    maxThreads: 1,
    priority: 1,
  };
}

function executionTimeoutMs(runLimits: RunLimits, { timeoutSeconds }: EndpointLimits): number {
  return timeoutSeconds === undefined ? runLimits.executionTimeoutMs : timeoutSeconds * 1000;
}
