import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkJsonSize, type JsonLimits } from '../../base/check-json-size.ts';
import { AppError } from '../../base/errors.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import { parseJson } from '../../base/parse-json.ts';

/** What follows a longer body may take long: parsing, checking, compiling the query in it. */
const SHORT_BODY_BYTES = 1_024;

/** Three lists of the most items a filter takes; how deep a body is the parser sees. */
const LIMITS: JsonLimits = { maxValues: 30_000, maxDepth: Number.POSITIVE_INFINITY, maxMembers: 1_000 };

/** Reads every body as strict JSON; an empty one is `{}`. Anything but UTF-8 JSON without encoding is 415. */
export function registerJsonBody(server: FastifyInstance, slices: LoopSlices): void {
  server.removeAllContentTypeParsers();
  const read = async (request: FastifyRequest, body: Buffer): Promise<unknown> =>
    readBody(request, await admitBody(slices, body));
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
  server.addContentTypeParser('*', { parseAs: 'buffer' }, read);
}

/**
 * The body itself; a long one in a turn of the loop of its own, and so what is done with it before the next wait.
 * @throws AppError payload_too_large when it, or an object in it, has too many values; they are counted before it is
 *   parsed
 */
export async function admitBody(slices: LoopSlices, body: Buffer): Promise<Buffer> {
  // Each value takes a byte at least, and every mark between values one in each encoding of letters.
  if (body.length > LIMITS.maxValues) await slices.run(checkJsonSize(body.toString('latin1'), LIMITS));
  if (body.length > SHORT_BODY_BYTES) await slices.turn();
  return body;
}

function readBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return {};
  checkContentType(request.headers);
  return parseJson(body);
}

/** `application/json` alone or with the one charset JSON has. */
const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;

/** @throws AppError unsupported_media_type unless the headers announce plain JSON */
export function checkContentType(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new AppError('unsupported_media_type', `Content-Encoding "${encoding}" is not supported here.`);
  const type = headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type))
    throw new AppError('unsupported_media_type', `The body must be application/json, not "${type}".`);
}
