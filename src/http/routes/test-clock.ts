import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import type { Services } from '../../services/services.ts';
import { addRoute } from '../add-route.ts';
import { testOperations } from '../operations/service-operations.ts';
import { parseInstant } from '../plugins/test-clock.ts';

/** `POST /_test/clock {now}` sets the process clock; null lets it go again. Only with SLUICE_TEST_CLOCK. */
export function registerTestClockRoute(server: FastifyInstance, services: Services): void {
  const { testClock } = services;
  if (testClock === null) return;
  addRoute(server, testOperations.clock, async (request) => {
    const { now } = checkShape(testOperations.clock.body.schema, request.body);
    testClock.set(now === null ? undefined : parseInstant(now, 'now'));
    services.scheduler.wake();
    return { now: new Date(testClock.nowMs()).toISOString() };
  });
}
