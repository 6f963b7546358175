import type { FastifyRequest } from 'fastify';

/** The address that the caller used, for links in answers: `http://127.0.0.1:8700`. */
export function calledAddress(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
