import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORMATS } from '../schema/output-format.ts';
import type { AnswerBytes } from '../services/execution/stored-result.ts';
import type { BatchResults } from './batch-results.ts';
import { bodyPieces } from './body-pieces.ts';
import { byteLengthOf, chooseCoding, type EncodedBodies } from './encode-body.ts';

/** Up to this size one write of a copy costs less than a write for each part. */
const ONE_WRITE_BYTES = 256 * 1024;

interface AnsweredBatch {
  readonly results: BatchResults;
  readonly nowMs: number;
}

/** Sends all results as one object, in the order of the calls. */
export async function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  { results, nowMs, bodies }: AnsweredBatch & { readonly bodies: EncodedBodies },
): Promise<void> {
  const plain = joined(wholeBody(results.inOrder(), nowMs));
  const coding = chooseCoding(request.headers['accept-encoding'], byteLengthOf(plain));
  const body = coding === null ? plain : await bodies.encode(plain, coding);
  writeHead(reply, {
    'content-type': FORMATS.json.contentType,
    'content-length': byteLengthOf(body),
    ...(coding !== null && { 'content-encoding': coding }),
  });
  const [only, ...others] = body;
  if (only !== undefined && others.length === 0 && only.length <= ONE_WRITE_BYTES) reply.raw.end(only);
  // Whoever breaks off has nobody to tell.
  else await pipeline(bodyPieces(body), reply.raw).catch(() => undefined);
}

function wholeBody(results: readonly AnswerBytes[], nowMs: number): Buffer[] {
  const head = `{"now":"${new Date(nowMs).toISOString()}","results":[`;
  const parts = results.flatMap((result, place) => (place === 0 ? result : [Buffer.from(','), ...result]));
  return [Buffer.from(head), ...parts, Buffer.from(']}')];
}

function joined(body: AnswerBytes): AnswerBytes {
  return byteLengthOf(body) <= ONE_WRITE_BYTES ? [Buffer.concat(body)] : body;
}

/**
 * Sends each result as a line as soon as it is there, and a last line without which the answer was cut off. Not
 * compressed, which would hold lines back.
 */
export async function sendLines(reply: FastifyReply, { results, nowMs }: AnsweredBatch): Promise<void> {
  writeHead(reply, { 'content-type': FORMATS.ndjson.contentType });
  // Whoever breaks off has nobody to tell: their calls are aborted.
  await pipeline(linesOf(results, nowMs), reply.raw).catch(() => undefined);
}

/** Begins the answer with what the reply has already, and more. */
function writeHead(reply: FastifyReply, more: Readonly<Record<string, string | number>>): void {
  const given: Record<string, number | string | string[] | undefined> = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, { ...given, ...more });
}

async function* linesOf(results: BatchResults, nowMs: number): AsyncGenerator<Buffer> {
  for await (const result of results.asTheyCome()) yield* bodyPieces([...result, Buffer.from('\n')]);
  yield Buffer.from(`{"done":true,"now":"${new Date(nowMs).toISOString()}"}\n`);
}
