import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunAnswer } from '../services/run/run-answer.ts';
import { chooseCoding, type EncodedBodies } from './encode-body.ts';

/**
 * Sends a run's answer: headers, 304 when the client has it already, else the bytes in a coding it takes. Writes to
 * the socket itself: the framework's `send` costs a cached answer a tenth of its time and adds nothing here.
 */
export async function sendRun(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RunAnswer,
  bodies: EncodedBodies,
): Promise<void> {
  const isUnchanged = request.method === 'GET' && isKnown(request.headers['if-none-match'], answer.etag);
  const coding = isUnchanged ? null : chooseCoding(request.headers['accept-encoding'], answer.body.length);
  const body = coding === null ? answer.body : await bodies.encode(answer.body, coding);
  const headers: Record<string, number | string | string[] | undefined> = {
    ...reply.getHeaders(),
    etag: answer.etag,
    age: String(Math.floor(answer.ageSeconds)),
    'cache-control': cacheControl(answer),
    'cache-status': cacheStatus(answer),
    'server-timing': serverTiming(answer),
    vary: 'Authorization, Accept, Accept-Encoding',
  };
  reply.hijack();
  if (isUnchanged) {
    reply.raw.writeHead(304, headers).end();
    return;
  }
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = body.length;
  if (coding !== null) headers['content-encoding'] = coding;
  reply.raw.writeHead(200, headers).end(body);
}

function cacheControl({ maxAgeSeconds }: RunAnswer): string {
  return maxAgeSeconds === null ? 'no-store' : `private, max-age=${Math.floor(maxAgeSeconds)}`;
}

/** RFC 9211. */
function cacheStatus({ cacheState, maxAgeSeconds }: RunAnswer): string {
  switch (cacheState) {
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

/** `load;dur=0.010, check;dur=0.021` in milliseconds. */
function serverTiming({ stages }: RunAnswer): string {
  return stages.map(({ name, durationMs }) => `${name};dur=${durationMs.toFixed(3)}`).join(', ');
}

/** True when an `If-None-Match` header names the answer: `*`, or a list with its ETag, weak or strong. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === opaque);
}
