import type { FastifyReply } from 'fastify';
import { writeJson } from '../base/write-json.ts';

/** Sends a JSON value; whole numbers beyond 2^53 (bigint) keep every digit. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(writeJson(value));
}
