import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { ActiveRuns } from '../services/execution/active-runs.ts';

/** A controller that aborts when the client closes the connection before it has its answer. */
export function abortWhenGone({ raw }: FastifyReply): AbortController {
  const controller = new AbortController();
  const leave = (): void => {
    if (raw.writableFinished) return;
    controller.abort(new AppError('query_cancelled', 'The client closed the connection.'));
  };
  if (raw.closed) leave();
  else raw.once('close', leave);
  return controller;
}

/** As `abortWhenGone`, and until the answer is sent whoever knows the name of the run may cancel it. */
export function abortWhenCancelled(
  activeRuns: ActiveRuns,
  reply: FastifyReply,
  keyId: string,
  clientQueryId: string | undefined,
): AbortController {
  const controller = abortWhenGone(reply);
  const { raw } = reply;
  if (!raw.closed) raw.once('close', activeRuns.begin(keyId, clientQueryId, controller));
  return controller;
}
