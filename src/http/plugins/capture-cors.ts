import type { FastifyInstance } from 'fastify';

/**
 * Lets scripts of every web page call the routes of this scope: events come from the sites that are measured, and who
 * may write is decided by the capture token alone. Answers of errors carry it too, so that clients see the status.
 */
export function registerCaptureCors(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined) {
      void reply
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-credentials', 'true')
        .header('vary', 'Origin');
      if (request.method === 'OPTIONS') {
        void reply.header('access-control-allow-methods', 'GET, POST, OPTIONS');
        const wanted = request.headers['access-control-request-headers'];
        if (wanted !== undefined) void reply.header('access-control-allow-headers', wanted);
      }
    }
    done();
  });
}
