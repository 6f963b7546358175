import type { FastifyInstance } from 'fastify';
import { Turns } from '../../base/turns.ts';
import { callerAddress } from '../callers.ts';

/**
 * Answers one refusal in each turn of the event loop, of callers by turns. Whoever is refused comes again at once, so
 * hundreds of refusals in one turn would bring hundreds of requests to the next, and nobody else would be served
 * meanwhile. A single refusal waits for one turn of the loop, which takes less than a millisecond.
 */
export function registerRefusalTurns(server: FastifyInstance): void {
  const turns = new Turns<string>();
  const giveTurn = (): void => {
    turns.next();
    if (turns.size > 0) setImmediate(giveTurn);
  };
  server.addHook('onError', async (request) => {
    if (turns.size === 0) setImmediate(giveTurn);
    await turns.wait(callerAddress(request));
  });
}
