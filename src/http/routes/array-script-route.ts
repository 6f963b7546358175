import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { AnswerBytes } from '../../services/execution/stored-result.ts';
import { addRoute } from '../add-route.ts';
import { byteLengthOf, chooseCoding, EncodedBodies } from '../encode-body.ts';
import { captureStubOperations } from '../operations/capture-stub-operations.ts';
import { isKnown } from '../send-run.ts';

/** The same place from `src` and from `dist`. */
const PACKED = path.resolve(import.meta.dirname, '../../../assets/posthog-js/array.js.br');

/** A page that was open for an hour asks again, and gets 304 until a release brings another posthog-js. */
const CACHE_CONTROL = 'public, max-age=3600';

interface Script {
  readonly body: AnswerBytes;
  readonly etag: string;
}

/** posthog-js for pages that load it by the HTML snippet. It is read when the first page asks for it. */
export function registerArrayScriptRoute(scope: FastifyInstance): void {
  const bodies = new EncodedBodies();
  let reading: Promise<Script> | undefined;
  addRoute(scope, captureStubOperations.script[0], async (request, reply) => {
    reading ??= readScript().catch((error: unknown) => {
      // Such as too many open files: the next page tries again.
      reading = undefined;
      throw error;
    });
    const { body, etag } = await reading;
    const { headers } = request;
    const varies = headers.origin === undefined ? 'Accept-Encoding' : 'Origin, Accept-Encoding';
    void reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: varies });
    if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
    void reply.header('content-type', 'text/javascript; charset=utf-8');
    const coding = chooseCoding(headers['accept-encoding'], byteLengthOf(body));
    if (coding === null) return reply.send(body[0]);
    const [encoded] = await bodies.encode(body, coding);
    return reply.header('content-encoding', coding).send(encoded);
  });
}

/** The ETag is weak: it names the script, however it is packed. */
async function readScript(): Promise<Script> {
  const script = await promisify<Buffer, Buffer>(brotliDecompress)(await readFile(PACKED));
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 16);
  return { body: [script], etag: `W/"${hash}"` };
}
