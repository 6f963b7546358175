import type { FastifyReply } from 'fastify';
import type { RateState } from '../services/limits/rate.ts';
import type { RunAnswer } from '../services/run/run-answer.ts';

/** Sets the headers of a run's answer: identity, freshness, cache state and stages. */
export function setRunHeaders(reply: FastifyReply, answer: RunAnswer): void {
  void reply.headers({
    etag: answer.etag,
    age: String(Math.floor(answer.ageSeconds)),
    'cache-control': cacheControl(answer),
    'cache-status': cacheStatus(answer),
    'server-timing': answer.stages
      .map(({ name, durationMs }) => `${name};dur=${durationMs.toFixed(3)}`)
      .join(', '),
    vary: 'Authorization, Accept, Accept-Encoding',
  });
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers; nothing when there is no limit. */
export function setRateHeaders(reply: FastifyReply, state: RateState | null): void {
  if (state === null) return;
  const { policy, remaining, resetSeconds } = state;
  void reply.header('ratelimit', `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  void reply.header('ratelimit-policy', `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`);
}

function cacheControl({ maxAgeSeconds }: RunAnswer): string {
  return maxAgeSeconds === null ? 'no-store' : `private, max-age=${Math.floor(maxAgeSeconds)}`;
}

/** RFC 9211. */
function cacheStatus({ cacheState, maxAgeSeconds }: RunAnswer): string {
  switch (cacheState) {
    case 'hit':
      return `Sluice; hit; ttl=${Math.floor(maxAgeSeconds ?? 0)}`;
    case 'stale':
      return 'Sluice; hit; stale';
    case 'miss':
      return 'Sluice; fwd=miss; stored';
    case 'collapsed':
      return 'Sluice; fwd=miss; collapsed';
    case 'bypass':
      return 'Sluice; fwd=request; stored';
    default:
      return cacheState satisfies never;
  }
}
