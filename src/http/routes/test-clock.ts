import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkShape } from '../../schema/check-shape.ts';
import type { Services } from '../../services/services.ts';
import { parseInstant } from '../plugins/test-clock.ts';

const bodySchema = z.strictObject({ now: z.string().nullable() });

/** `POST /_test/clock {now}` sets the process clock; null lets it go again. Only with SLUICE_TEST_CLOCK. */
export function registerTestClockRoute(server: FastifyInstance, services: Services): void {
  const { testClock } = services;
  if (testClock === null) return;
  server.post('/_test/clock', { config: { access: 'open' } }, async (request) => {
    const { now } = checkShape(bodySchema, request.body);
    testClock.set(now === null ? undefined : parseInstant(now, 'now'));
    services.scheduler.wake();
    return { now: new Date(testClock.nowMs()).toISOString() };
  });
}
