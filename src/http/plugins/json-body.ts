import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';

/** Reads every body as strict JSON; an empty one is `{}`. Anything but UTF-8 JSON without encoding is 415. */
export function registerJsonBody(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const read = async (request: FastifyRequest, body: Buffer): Promise<unknown> => readBody(request, body);
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
  server.addContentTypeParser('*', { parseAs: 'buffer' }, read);
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
