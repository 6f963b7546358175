import type { FastifyInstance } from 'fastify';
import { FORMATS } from '../../schema/output-format.ts';
import { type DialectDocument, dialectDocument } from '../../services/query/dialect-document.ts';
import { addRoute } from '../add-route.ts';
import { byteLengthOf, chooseCoding, EncodedBodies } from '../encode-body.ts';
import { dialectOperations } from '../operations/dialect-operations.ts';
import { isKnown } from '../send-run.ts';

/** What queries can name. The bytes are made when the first editor asks and kept; each coding has its own ETag. */
export function registerDialectRoutes(server: FastifyInstance): void {
  const bodies = new EncodedBodies();
  let document: DialectDocument | undefined;
  addRoute(server, dialectOperations.get, async ({ headers }, reply) => {
    document ??= dialectDocument();
    const { body, hash } = document;
    const coding = chooseCoding(headers['accept-encoding'], byteLengthOf(body));
    const etag = coding === null ? `"${hash}"` : `"${hash}-${coding}"`;
    void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
    void reply.header('content-type', FORMATS.json.contentType);
    if (coding === null) return reply.send(body[0]);
    const [encoded] = await bodies.encode(body, coding);
    return reply.header('content-encoding', coding).send(encoded);
  });
}
