import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { Services } from '../../services/services.ts';

/** The time of one request. */
export interface RequestTime {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** True when the caller set it with `X-Test-Now`. */
  readonly isOwn: boolean;
}

/**
 * The clock of a request: `X-Test-Now` when the service runs with SLUICE_TEST_CLOCK, else the process clock.
 * @throws AppError invalid_value when the header is no ISO instant
 */
export function requestTime(services: Services, request: FastifyRequest): RequestTime {
  if (services.testClock === null) return { nowMs: services.clock.nowMs(), isOwn: false };
  const given = request.headers['x-test-now'];
  if (given === undefined) return { nowMs: services.clock.nowMs(), isOwn: false };
  return { nowMs: parseInstant(String(given), 'X-Test-Now'), isOwn: true };
}

/** `2026-01-05T09:00:00Z`, with optional fraction and offset. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** @throws AppError invalid_value naming `attr` */
export function parseInstant(text: string, attr: string): number {
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new AppError(
    'invalid_value',
    `${attr}: "${text}" is not an ISO instant such as 2026-01-05T09:00:00Z.`,
    { attr },
  );
}
