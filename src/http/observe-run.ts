import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { RunCall } from '../services/run/run-call.ts';
import type { Services } from '../services/services.ts';

/** Reports a run that was answered or refused. */
export function observeRun(
  services: Services,
  call: RunCall,
  reply: FastifyReply,
  status: number,
  error?: unknown,
): void {
  services.observe({
    kind: 'run',
    requestId: call.requestId,
    projectId: call.projectId,
    endpointName: call.endpointName,
    keyId: call.principal.keyId,
    status,
    durationMs: reply.elapsedTime,
    startedAtMs: call.nowMs,
    ...call.progress,
    ...(error === undefined ? {} : { errorCode: error instanceof AppError ? error.code : 'internal_error' }),
  });
}
