import type { FastifyRequest } from 'fastify';
import { isAppError } from '../../base/errors.ts';
import type { RateLimiter } from '../../services/limits/rate.ts';
import { callerAddress } from '../callers.ts';

/**
 * Does what a capture token is for. When the token is refused, the address of the caller is charged, and told to come
 * later when it has used up its refusals. Others behind the same address are not held up: a good token always works.
 * @throws AppError throttled, and what `work` throws
 */
export async function chargeRefusal<Done>(
  { captureRefusalRate }: { readonly captureRefusalRate: RateLimiter },
  request: FastifyRequest,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error, 'authentication_failed')) captureRefusalRate.take(callerAddress(request));
    throw error;
  }
}
