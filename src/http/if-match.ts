import type { FastifyRequest } from 'fastify';

/**
 * The revision that an `If-Match` header demands: `"7"` is 7. Undefined without the header and for `*`. Anything else
 * demands a revision that no object has, so the change is refused rather than made unconditionally.
 */
export function demandedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)?.[1];
  return revision === undefined ? -1 : Number(revision);
}
