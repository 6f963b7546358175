import type { QueryLimits } from '../../adapters/engine/engine.ts';
import type { EndpointLimits } from '../../adapters/store/endpoint-row.ts';
import { Deadline } from '../../base/deadline.ts';
import { newUuid } from '../../base/ids.ts';
import type { PreparedRun } from '../../query/plan.ts';
import { holdPlace } from './admit-engine-work.ts';
import { executePlan, type PlanOutcome } from './execute-plan.ts';
import type { RunServices } from './run-services.ts';

/** A checked query and for whom it runs. */
export interface PreparedExecution {
  readonly projectId: number;
  readonly keyId: string;
  /** The time that relative dates and `now()` mean. */
  readonly nowMs: number;
  readonly prepared: PreparedRun;
  readonly isSql: boolean;
  readonly endpointLimits: EndpointLimits;
  readonly int64AsString: boolean;
}

export interface ExecutedRun {
  readonly executionId: string;
  readonly outcome: PlanOutcome;
}

/**
 * Charges the execution rate, waits for a place at the engine and executes.
 * @throws AppError throttled, query_capacity, and the codes of the engine
 */
export async function executePrepared(
  services: RunServices,
  execution: PreparedExecution,
  signal: AbortSignal,
): Promise<ExecutedRun> {
  const { projectId, keyId, prepared, int64AsString } = execution;
  services.executionRate.take(keyId);
  const executionId = newUuid();
  const deadline = Deadline.after(services.runLimits.queueTimeoutMs);
  const caller = { projectId, keyId, signal, deadline };
  const outcome = await executePlan(services.engine, prepared.plan(execution.nowMs), {
    projectId,
    executionId,
    limits: queryLimits(services, execution),
    int64AsString,
    signal,
    observe: services.observe,
    nowMs: execution.nowMs,
    admit: (runId, work) => holdPlace(services, caller, runId, work),
    slices: services.slices,
  });
  return { executionId, outcome };
}

/** Time the engine gets to end a query that is over its time, before its caller is answered without it. */
const GRACE_MS = 2_000;

/** Longest time from admission to answer. */
export function totalTimeoutMs({ runLimits }: RunServices, endpointLimits: EndpointLimits): number {
  return runLimits.queueTimeoutMs + executionTimeoutMs(runLimits, endpointLimits) + GRACE_MS;
}

/** Rows of insights are folded in memory; their answer is held to the limit of bytes like any other. */
const INSIGHT_ROWS = 1_000_000;

function queryLimits({ runLimits }: RunServices, { endpointLimits, isSql }: PreparedExecution): QueryLimits {
  const { maxBytesRead } = endpointLimits;
  return {
    timeoutMs: executionTimeoutMs(runLimits, endpointLimits),
    maxMemoryBytes: runLimits.memoryBytes,
    // One more than an answer may hold, which tells whether there are more.
    maxResultRows: isSql ? runLimits.answerRows + 1 : INSIGHT_ROWS,
    maxResultBytes: runLimits.answerBytes,
    ...(maxBytesRead === undefined ? {} : { maxBytesToRead: maxBytesRead }),
    maxThreads: 1,
    priority: 1,
  };
}

function executionTimeoutMs(runLimits: RunServices['runLimits'], { timeoutSeconds }: EndpointLimits): number {
  return timeoutSeconds === undefined ? runLimits.executionTimeoutMs : timeoutSeconds * 1000;
}
