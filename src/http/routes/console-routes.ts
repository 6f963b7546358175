import type { FastifyInstance, FastifyReply } from 'fastify';
import { systemClock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { addRoute } from '../add-route.ts';
import { linkBase } from '../callers.ts';
import { type ConsoleFile, ConsoleFiles } from '../console/console-files.ts';
import { consolePage } from '../console/console-page.ts';
import { chooseCoding, EncodedBodies } from '../encode-body.ts';
import { serviceOperations } from '../operations/service-operations.ts';
import { sendJson } from '../send-json.ts';

/** What the root of the service tells of it. */
export interface RootFacts {
  readonly version: string;
  readonly console: boolean;
}

/** The root leads people to the console, or to the docs without one, and tells programs where they are. */
export function registerRootRoute(server: FastifyInstance, { version, console }: RootFacts): void {
  addRoute(server, serviceOperations.root, async (request, reply) => {
    const base = linkBase(request);
    const places = { docs: `${base}/docs`, console: console ? `${base}/console/` : null };
    void reply.header('vary', 'Accept');
    if (request.headers.accept?.includes('text/html') === true)
      return reply.redirect(places.console ?? places.docs, 303);
    return sendJson(reply, 200, { name: 'sluice', version, ...places });
  });
}

/** A name holds the hash of what it names. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Pages and files of the web console: no operations of the API, and the only paths that stand in no table. */
export function registerConsoleRoutes(server: FastifyInstance, files = new ConsoleFiles()): void {
  const bodies = new ConsoleBodies();
  const config = { access: 'open' } as const;
  server.get<{ Params: { name: string } }>('/console/assets/:name', { config }, async (request, reply) => {
    const state = await files.look();
    const file = state.kind === 'ready' ? state.assets.get(request.params.name) : undefined;
    if (file === undefined) throw new AppError('not_found', 'The console has no such file.');
    return bodies.send(reply, file, request.headers['accept-encoding']);
  });
  for (const path of ['/console', '/console/*'])
    server.get(path, { config }, async (_request, reply) => {
      const { headers, html } = consolePage(await files.look(), systemClock.nowMs());
      return reply.headers(headers).send(html);
    });
}

/** Sends files as they were built; those who take no Brotli, as browsers on plain HTTP, get them compressed once. */
class ConsoleBodies {
  readonly #encoded = new EncodedBodies();
  readonly #bodies = new WeakMap<ConsoleFile, readonly [Buffer]>();

  async send(reply: FastifyReply, file: ConsoleFile, accepted: string | undefined): Promise<FastifyReply> {
    void reply.headers({
      'content-type': file.contentType,
      'cache-control': IMMUTABLE,
      vary: 'Accept-Encoding',
    });
    const { bytes, brotli } = file;
    // What Brotli could not make smaller, such as fonts, nothing does.
    const coding = brotli === null ? null : chooseCoding(accepted, bytes.length, ['br', 'gzip']);
    if (coding === null || brotli === null) return reply.send(bytes);
    void reply.header('content-encoding', coding);
    if (coding === 'br') return reply.send(brotli);
    const body = this.#bodies.get(file) ?? ([bytes] as const);
    this.#bodies.set(file, body);
    const [encoded] = await this.#encoded.encode(body, coding);
    return reply.send(encoded);
  }
}
