import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORMATS } from '../schema/output-format.ts';
import type { AnswerBytes } from '../services/execution/stored-result.ts';
import type { RunAnswer } from '../services/run/run-answer.ts';
import { bodyPieces, isLarge } from './body-pieces.ts';
import { byteLengthOf, type Coding, chooseCoding, type EncodedBodies } from './encode-body.ts';
import { serverTiming } from './server-timing.ts';

/** What goes over the wire of an answer: 304 and no body when the client has it already. */
export interface EncodedAnswer {
  /** Null for 304. */
  readonly body: AnswerBytes | null;
  readonly bodyBytes: number;
  readonly coding: Coding | null;
}

const NOT_MODIFIED: EncodedAnswer = { body: null, bodyBytes: 0, coding: null };

/** Sends a run's answer: headers, 304 when the client has it already, else the bytes in a coding it takes. */
export async function sendRun(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RunAnswer,
  bodies: EncodedBodies,
): Promise<void> {
  const ready = encodeAtOnce(request, answer, bodies);
  const encoded =
    typeof ready === 'string' ? encodedAs(await bodies.encode(answer.body, ready), ready) : ready;
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value));
  reply.hijack();
  writeRun(reply.raw, headers, answer, encoded);
}

/** What to send when nothing has to be compressed first; else the coding in which it has to be. */
export function encodeAtOnce(
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  answer: RunAnswer,
  bodies: EncodedBodies,
): EncodedAnswer | Coding {
  const { headers, method } = request;
  if (method === 'GET' && isKnown(headers['if-none-match'], answer.etag)) return NOT_MODIFIED;
  const plain = encodedAs(answer.body, null);
  const coding = chooseCoding(headers['accept-encoding'], plain.bodyBytes);
  if (coding === null) return plain;
  const ready = bodies.ready(answer.body, coding);
  return ready === undefined ? coding : encodedAs(ready, coding);
}

function encodedAs(body: AnswerBytes, coding: Coding | null): EncodedAnswer {
  return { body, bodyBytes: byteLengthOf(body), coding };
}

/** Node joins a head with a text, not with bytes: up to this size copying costs less than a second write. */
const ONE_WRITE_BYTES = 8_192;

/**
 * Writes head and body to the socket itself: the framework's `send` costs a cached answer a tenth of its time and adds
 * nothing here.
 * @param headers names and values by turns, of the call; those of the answer are added
 */
export function writeRun(
  raw: ServerResponse,
  headers: string[],
  answer: RunAnswer,
  { body, bodyBytes, coding }: EncodedAnswer,
): void {
  headers.push('etag', answer.etag);
  headers.push('age', String(Math.floor(answer.ageSeconds)));
  headers.push('cache-control', cacheControl(answer));
  headers.push('cache-status', cacheStatus(answer));
  headers.push('server-timing', serverTiming(answer.stages));
  if (body === null) {
    raw.writeHead(304, headers).end();
    return;
  }
  const { contentType, extension } = FORMATS[answer.format];
  headers.push('content-type', contentType);
  if (answer.format !== 'json')
    headers.push('content-disposition', `attachment; filename="${answer.endpointName}.${extension}"`);
  headers.push('content-length', String(bodyBytes));
  if (coding !== null) headers.push('content-encoding', coding);
  raw.writeHead(200, headers);
  writeBody(raw, body, bodyBytes);
}

function writeBody(raw: ServerResponse, body: AnswerBytes, bodyBytes: number): void {
  const [whole] = body;
  // Whoever breaks off has nobody to tell: `abortWhenGone` has ended what ran for the call.
  if (isLarge(body)) pipeline(bodyPieces(body), raw).catch(() => undefined);
  else if (whole !== undefined && bodyBytes <= ONE_WRITE_BYTES) raw.end(whole.toString('latin1'), 'latin1');
  else raw.end(whole);
}

function cacheControl({ maxAgeSeconds }: RunAnswer): string {
  return maxAgeSeconds === null ? 'no-store' : `private, max-age=${Math.floor(maxAgeSeconds)}`;
}

/** RFC 9211. */
function cacheStatus({ cacheState, maxAgeSeconds }: RunAnswer): string {
  switch (cacheState) {
    case 'snapshot':
      return `Sluice; hit; ttl=${Math.floor(maxAgeSeconds ?? 0)}; detail=snapshot`;
    case 'hit':
      return `Sluice; hit; ttl=${Math.floor(maxAgeSeconds ?? 0)}`;
    case 'stale':
      return 'Sluice; hit; stale';
    case 'miss':
      return 'Sluice; fwd=miss; stored';
    case 'collapsed':
      return 'Sluice; fwd=miss; collapsed';
    case 'bypass':
      return 'Sluice; fwd=request; stored';
    default:
      return cacheState satisfies never;
  }
}

/** True when an `If-None-Match` header names the answer: `*`, or a list with its ETag, weak or strong. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === opaque);
}
