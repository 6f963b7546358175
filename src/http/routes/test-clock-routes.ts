import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services/services.ts';
import { testOperations } from '../operations/service-operations.ts';
import { parseInstant } from '../plugins/request-time.ts';
import { serveOperation } from '../serve-operation.ts';

/**
 * `POST /_test/clock {now}` sets the clock of all services on the store; null lets it go again. Only with
 * SLUICE_TEST_CLOCK.
 */
export function registerTestClockRoutes(server: FastifyInstance, services: Services): void {
  const { testClock } = services;
  if (testClock === null) return;
  serveOperation(server, testOperations.clock, async ({ body: { now } }) => {
    const nowMs = now === null ? undefined : parseInstant(now, 'now');
    testClock.set(nowMs);
    services.scheduler.wake();
    await services.database.peers?.tell('clock', JSON.stringify(nowMs ?? null));
    return { now: new Date(testClock.nowMs()).toISOString() };
  });
}
