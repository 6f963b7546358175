import type { FastifyReply } from 'fastify';
import type { Principal } from '../services/catalog/principal.ts';
import { nearest } from '../services/limits/rate.ts';
import type { Services } from '../services/services.ts';

type LimitingServices = Pick<Services, 'runRate' | 'admission'>;

/** Charges a run to its key and tells what is left. @throws AppError throttled */
export function chargeRun(reply: FastifyReply, services: LimitingServices, principal: Principal): void {
  takeRun(services, principal);
  setRateHeaders(reply, services, principal.keyId);
}

/** Charges a run: by a token to its subject, and to its signing key. @throws AppError throttled */
export function takeRun({ runRate }: Pick<LimitingServices, 'runRate'>, { keyId, token }: Principal): void {
  if (token !== null) runRate.take(token.signingKeyId);
  runRate.take(keyId);
}

/** Tells what is left to a key. */
export function setRateHeaders(reply: FastifyReply, services: LimitingServices, keyId: string): void {
  for (const [name, value] of rateHeaders(services, keyId)) void reply.header(name, value);
}

/**
 * `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers, of the limit of the key that is nearest:
 * of runs, or of runs that work with the engine. Nothing when there is no limit.
 */
export function rateHeaders(
  services: LimitingServices,
  keyId: string,
): readonly (readonly [name: string, value: string])[] {
  const state = nearest(services.runRate.look(keyId), services.admission.rateOf(keyId));
  if (state === null) return [];
  const { policy, remaining, resetSeconds } = state;
  return [
    ['ratelimit', `"${policy.name}";r=${remaining};t=${resetSeconds}`],
    ['ratelimit-policy', `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`],
  ];
}
