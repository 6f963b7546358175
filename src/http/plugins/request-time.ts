import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Clock, SettableClock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';

/** The time of one request. */
export interface RequestTime {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** True when the caller set it with `X-Test-Now`. */
  readonly isOwn: boolean;
}

/** What a use case tells the time by. */
interface TimedServices {
  readonly clock: Clock;
  /** The clock that callers may set; null or absent = they may not. */
  readonly testClock?: SettableClock | null;
}

/**
 * The clock of a request: `X-Test-Now` when the service runs with SLUICE_TEST_CLOCK, else the process clock.
 * @throws AppError invalid_value when the header is no ISO instant
 */
export function requestTime(services: TimedServices, request: Pick<IncomingMessage, 'headers'>): RequestTime {
  if (!services.testClock) return { nowMs: services.clock.nowMs(), isOwn: false };
  const given = request.headers['x-test-now'];
  if (given === undefined) return { nowMs: services.clock.nowMs(), isOwn: false };
  return { nowMs: parseInstant(String(given), 'X-Test-Now'), isOwn: true };
}

/** The services for a use case that keeps when it was called: their clock is the one of the request. */
export function atRequestTime<Own extends TimedServices>(services: Own, request: FastifyRequest): Own {
  const { nowMs, isOwn } = requestTime(services, request);
  return isOwn ? { ...services, clock: { nowMs: () => nowMs } } : services;
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
