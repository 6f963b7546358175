import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunAnswer } from '../services/run/run-answer.ts';
import { chooseCoding, type EncodedBodies } from './encode-body.ts';

/** Sends a run's answer: headers, 304 when the client has it already, else the bytes in a coding it takes. */
export async function sendRun(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RunAnswer,
  bodies: EncodedBodies,
): Promise<FastifyReply> {
  void reply.headers({
    etag: answer.etag,
    age: String(Math.floor(answer.ageSeconds)),
    'cache-control': cacheControl(answer),
    'cache-status': cacheStatus(answer),
    'server-timing': serverTiming(answer),
    vary: 'Authorization, Accept, Accept-Encoding',
  });
  if (request.method === 'GET' && isKnown(request.headers['if-none-match'], answer.etag))
    return reply.code(304).send();
  void reply.header('content-type', 'application/json; charset=utf-8');
  const coding = chooseCoding(request.headers['accept-encoding'], answer.body.length);
  if (coding === null) return reply.send(answer.body);
  return reply.header('content-encoding', coding).send(await bodies.encode(answer.body, coding));
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
