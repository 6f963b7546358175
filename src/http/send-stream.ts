import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stopwatchMs } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Observe } from '../base/observation.ts';
import { FORMATS } from '../schema/output-format.ts';
import type { StreamedAnswer } from '../services/run/stream-answer.ts';
import { type Coding, chooseCoding, compressor } from './encode-body.ts';
import { serverTiming } from './server-timing.ts';

/** A client that takes nothing for so long has gone without a word; it would hold a place at the engine. */
const READER_PAUSE_MS = 30_000;
/** Who takes less than 32 KiB a second, after the first pause, holds it for nearly nothing. */
const LEAST_BYTES_PER_MS = 32;

/**
 * Sends a streamed answer as it comes, no faster than the client takes it. Errors before the first byte are thrown with
 * nothing sent; a later one resets the connection, so that what has arrived never looks like a complete answer.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, observe }: { readonly answer: StreamedAnswer; readonly observe: Observe },
): Promise<void> {
  const { format } = answer;
  const coding = FORMATS[format].isCompressible
    ? chooseCoding(request.headers['accept-encoding'], Number.POSITIVE_INFINITY)
    : null;
  await answer.deliver(async (bytes, signal) => {
    const headers: Record<string, number | string | string[] | undefined> = {
      ...reply.getHeaders(),
      ...headersOf(answer, coding),
    };
    reply.hijack();
    reply.raw.writeHead(200, headers);
    const write = (chunks: AsyncIterable<Uint8Array>): Promise<void> => writeAll(reply.raw, chunks, signal);
    try {
      await (coding === null ? write(bytes) : pipeline(bytes, compressor(coding), write));
      reply.raw.end();
    } catch (error) {
      if (error instanceof SlowReaderError) observe({ kind: 'slow_reader', requestId: request.id });
      reply.raw.socket?.resetAndDestroy();
      throw error;
    }
  });
}

function headersOf(
  { format, endpointName, stages }: StreamedAnswer,
  coding: Coding | null,
): Record<string, string> {
  const { contentType, extension } = FORMATS[format];
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${endpointName}.${extension}"`,
    'cache-control': 'no-store',
    'cache-status': 'Sluice; fwd=bypass',
    'server-timing': serverTiming(stages.times),
    ...(coding === null ? {} : { 'content-encoding': coding }),
  };
}

/** Whoever reads so slowly is told by the end of the connection. */
class SlowReaderError extends AppError {
  constructor() {
    super('query_cancelled', 'The client took the bytes too slowly.');
  }
}

async function writeAll(
  raw: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  let patienceMs = READER_PAUSE_MS;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    patienceMs += chunk.length / LEAST_BYTES_PER_MS;
    if (raw.write(chunk)) continue;
    const startedMs = stopwatchMs();
    await drained(raw, signal, Math.min(patienceMs, READER_PAUSE_MS));
    patienceMs -= stopwatchMs() - startedMs;
  }
}

/** Waits until the client has taken what was written. @throws the reason of `signal`, or SlowReaderError */
async function drained(raw: ServerResponse, signal: AbortSignal, patienceMs: number): Promise<void> {
  const waiting = Promise.withResolvers<void>();
  const leave = (): void => waiting.reject(signal.reason);
  const timer = setTimeout(() => waiting.reject(new SlowReaderError()), patienceMs);
  raw.once('drain', waiting.resolve);
  signal.addEventListener('abort', leave);
  try {
    signal.throwIfAborted();
    await waiting.promise;
  } finally {
    clearTimeout(timer);
    raw.off('drain', waiting.resolve);
    signal.removeEventListener('abort', leave);
  }
}
