import type { FastifyRequest } from 'fastify';

/**
 * Tells whether a revision is one that an `If-Match` header names: `"7"`, or `"6", "7"`. Undefined without the header
 * and for `*`. What is no ETag of ours fits no revision, so a change is refused rather than made unconditionally.
 */
export function demandedRevisions(request: FastifyRequest): ReadonlySet<number> | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const revisions = header.split(',').map((tag) => /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1]);
  return new Set(revisions.map((revision) => (revision === undefined ? -1 : Number(revision))));
}
