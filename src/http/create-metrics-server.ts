import { type FastifyInstance, fastify } from 'fastify';
import { NO_SNIFFING } from './no-sniffing.ts';

/** A separate server for `/metrics`, which can be kept from the public network. Not yet listening. */
export function createMetricsServer(render: () => Promise<string>): FastifyInstance {
  const server = fastify({ logger: false });
  server.get('/metrics', async (_request, reply) =>
    reply
      .header(...NO_SNIFFING)
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await render()),
  );
  return server;
}
