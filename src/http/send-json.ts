import type { FastifyReply } from 'fastify';
import { writeJson } from '../base/write-json.ts';
import { FORMATS } from '../schema/output-format.ts';

/** Sends a JSON value; whole numbers beyond 2^53 (bigint) keep every digit. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).header('content-type', FORMATS.json.contentType).send(writeJson(value));
}
