import type { FastifyReply } from 'fastify';
import type { RateState } from '../services/limits/rate.ts';

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers; nothing when there is no limit. */
export function setRateHeaders(reply: FastifyReply, state: RateState | null): void {
  if (state === null) return;
  const { policy, remaining, resetSeconds } = state;
  void reply.header('ratelimit', `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  void reply.header('ratelimit-policy', `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`);
}
