import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { writeJson } from '../base/write-json.ts';
import type { CheckedBatch } from '../schema/batch-request.ts';
import { readRunBody } from '../schema/run-request.ts';
import { checkEndpoint } from '../services/access/decide-access.ts';
import { constrainRun, grantOf } from '../services/run/constrain-run.ts';
import type { RunCall, RunProgress } from '../services/run/run-call.ts';
import type { Services } from '../services/services.ts';
import { abortWhenGone } from './abort-when-gone.ts';
import { takeRun } from './charge-run.ts';
import { requestText } from './make-run-call.ts';
import { chargedRefusal, principalOf, projectIdOf } from './plugins/access.ts';
import { requestTime } from './plugins/request-time.ts';

/** A batch on its way: what all of its calls have in common. */
export interface BatchRequest {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly nowMs: number;
  readonly hasOwnClock: boolean;
  /** A controller for a run of the batch: aborted when the client goes away or the time of the batch is over. */
  readonly controllerOf: (progress: RunProgress) => AbortController;
  /** Ends the run of a call that has its outcome: whoever knows its name can no longer cancel it. */
  readonly endRun: (progress: RunProgress) => void;
  /** Ends the watch over client and time. */
  readonly close: () => void;
}

/** @throws AppError invalid_value for X-Test-Now */
export function beginBatch(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutSeconds: number | null | undefined,
): BatchRequest {
  const { nowMs, isOwn } = requestTime(services, request);
  const { keyId } = principalOf(request);
  const whole = abortWhenGone(reply);
  const endOfTime = () => whole.abort(timeoutError(timeoutSeconds ?? 0));
  const timer = typeof timeoutSeconds === 'number' ? setTimeout(endOfTime, timeoutSeconds * 1000) : undefined;
  const runs = new Map<RunProgress, { readonly controller: AbortController; readonly end: () => void }>();
  whole.signal.addEventListener('abort', () => {
    for (const { controller } of runs.values()) controller.abort(whole.signal.reason);
  });
  return {
    services,
    request,
    nowMs,
    hasOwnClock: isOwn,
    controllerOf: (progress) => {
      const controller = new AbortController();
      if (whole.signal.aborted) controller.abort(whole.signal.reason);
      const end = services.activeRuns.begin(keyId, progress.clientQueryId, controller);
      runs.set(progress, { controller, end });
      return controller;
    },
    endRun: (progress) => {
      runs.get(progress)?.end();
      runs.delete(progress);
    },
    close: () => {
      clearTimeout(timer);
      for (const { end } of runs.values()) end();
    },
  };
}

function timeoutError(seconds: number): AppError {
  return new AppError('query_timeout', `The batch was given ${seconds} s, which are over.`, {
    attr: 'timeout_seconds',
  });
}

/**
 * The call of a batch at its place, admitted and charged as if it had come alone.
 * @throws AppError permission_denied, throttled
 */
export async function makeBatchCall(
  batch: BatchRequest,
  sent: CheckedBatch['calls'][number],
  place: number,
): Promise<RunCall> {
  const { services, request } = batch;
  const principal = principalOf(request);
  const projectId = projectIdOf(request);
  const { name, id: _, int64, rows, ...members } = sent;
  // What a call is checked by and compiled for stays short; that of twenty together would not.
  if (place > 0) await services.slices.turn();
  await admit(batch, name);
  takeRun(services, principal);
  const grant = grantOf(principal, name);
  const body = Buffer.from(writeJson(members));
  const output = { ...textOf('int64', int64), ...textOf('rows', rows) };
  const progress: RunProgress = {};
  let controller: AbortController | undefined;
  return {
    principal,
    projectId,
    endpointName: name,
    requestId: `${request.id}.${place}`,
    nowMs: batch.nowMs,
    hasOwnClock: batch.hasOwnClock,
    requestText: requestText({ method: 'POST', url: `?${JSON.stringify(output)}`, headers: {} }, body, grant),
    grant,
    readRequest: () => {
      const read = readRunBody(body, output);
      return grant === undefined ? read : constrainRun(read, grant);
    },
    abortController: () => {
      controller ??= batch.controllerOf(progress);
      return controller;
    },
    progress,
  };
}

/** Refused as a call alone is, and counted against its address like one: a batch is no way to guess names. */
async function admit({ services, request }: BatchRequest, endpoint: string): Promise<void> {
  const principal = principalOf(request);
  const asked = { projectId: projectIdOf(request), endpoint };
  try {
    await services.catalog.whenKnown((known) => checkEndpoint(known, principal, asked) ?? true);
  } catch (error) {
    throw error instanceof Error ? chargedRefusal(services, request, error) : error;
  }
}

/** A member of the query string of a run; what is no text is refused there by its name. */
function textOf(name: 'int64' | 'rows', value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  return { [name]: typeof value === 'string' ? value : writeJson(value) };
}
