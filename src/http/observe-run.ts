import { AppError } from '../base/errors.ts';
import type { RunCall } from '../services/run/run-call.ts';
import type { Services } from '../services/services.ts';

/** Reports a run that was answered, or refused with `error`. */
export function observeRun(
  { observe }: Pick<Services, 'observe'>,
  call: RunCall,
  durationMs: number,
  error?: unknown,
): void {
  const { keyId, token } = call.principal;
  observe({
    kind: 'run',
    requestId: call.requestId,
    projectId: call.projectId,
    endpointName: call.endpointName,
    keyId,
    ...(token === null ? {} : { signingKeyId: token.signingKeyId, subject: token.subject }),
    status: statusOf(error),
    durationMs,
    startedAtMs: call.nowMs,
    ...call.progress,
    ...(error === undefined ? {} : { errorCode: error instanceof AppError ? error.code : 'internal_error' }),
  });
}

function statusOf(error: unknown): number {
  if (error === undefined) return 200;
  return error instanceof AppError ? error.status : 500;
}
