import type { FastifyRequest } from 'fastify';
import type { Page, Paging } from '../schema/page.ts';
import { linkBase } from './callers.ts';

/** The body of every list: `count` of all, links to the neighbouring pages (null where there is none), this page. */
export function listBody(
  request: FastifyRequest,
  page: Page<unknown>,
  { limit, offset }: Paging,
): Record<string, unknown> {
  const link = (at: number) => pageLink(request, limit, at);
  const end = offset + (page.taken ?? limit);
  return {
    count: page.count,
    next: end < page.count ? link(end) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: page.results,
  };
}

function pageLink(request: FastifyRequest, limit: number, offset: number): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  parameters.set('offset', String(offset));
  return `${linkBase(request)}${path}?${parameters}`;
}
