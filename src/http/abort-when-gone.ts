import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';

/** A controller that aborts when the client closes the connection before it has its answer. */
export function abortWhenGone({ raw }: FastifyReply): AbortController {
  const controller = new AbortController();
  raw.once('close', () => {
    if (raw.writableFinished) return;
    controller.abort(new AppError('query_cancelled', 'The client closed the connection.'));
  });
  return controller;
}
