import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { callerAddress } from '../callers.ts';
import { hasBody } from './body-deadline.ts';

/** Most bodies of the largest size that are held at once, in all and of one address. */
const LARGEST_BODIES = 16;
const LARGEST_BODIES_OF_ADDRESS = 8;
/** Bytes of each body that need no room: clients send few more at once. */
const FREE_BYTES = 64 * 1024;

/**
 * Bounds the memory of bodies from before they are read until they are answered. Anybody may send one, and whose it is
 * is known only when it is there, or nobody's. A body whose length is announced is refused before it is read.
 */
export function registerCaptureRoom(scope: FastifyInstance, maxBodyBytes: number): void {
  const room = new CaptureRoom(maxBodyBytes);
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const announced = Number(request.headers['content-length']);
    // What is too long is refused anyway before it is read.
    const needsNone = announced <= FREE_BYTES || announced > maxBodyBytes;
    if (needsNone || !hasBody(request.raw)) return done(null, payload);
    const share = shareOf(room, request, reply);
    if (Number.isNaN(announced)) return done(null, counted(request.raw, reply.raw, share));
    try {
      share.take(announced);
    } catch (error) {
      return done(error as AppError);
    }
    done(null, payload);
  });
}

/** What one request holds of the room. */
interface Share {
  /** @throws AppError capture_capacity */
  take(bytes: number): void;
}

function shareOf(room: CaptureRoom, request: FastifyRequest, reply: FastifyReply): Share {
  const address = callerAddress(request);
  let seen = 0;
  let held = 0;
  finished(reply.raw, () => room.giveBack(address, held));
  return {
    take: (bytes) => {
      seen += bytes;
      const more = Math.max(0, seen - FREE_BYTES) - held;
      if (more <= 0) return;
      room.take(address, more);
      held += more;
    },
  };
}

/** Passes a body whose length nobody has said, and takes room for it as it comes. */
function counted(body: IncomingMessage, answer: ServerResponse, share: Share): Transform {
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        share.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as AppError);
      }
    },
  });
  body.once('error', (error) => counter.destroy(error));
  // Whoever reads the body may have been told of another error before.
  counter.on('error', () => undefined);
  // The rest of a body that was refused is dropped by Node.
  finished(answer, () => body.unpipe(counter).resume());
  return body.pipe(counter);
}

class CaptureRoom {
  readonly #most: number;
  readonly #mostOfAddress: number;
  readonly #ofAddress = new Map<string, number>();
  #all = 0;

  constructor(maxBodyBytes: number) {
    this.#most = LARGEST_BODIES * maxBodyBytes;
    this.#mostOfAddress = LARGEST_BODIES_OF_ADDRESS * maxBodyBytes;
  }

  /** @throws AppError capture_capacity */
  take(address: string, bytes: number): void {
    const ofAddress = (this.#ofAddress.get(address) ?? 0) + bytes;
    if (ofAddress > this.#mostOfAddress || this.#all + bytes > this.#most)
      throw new AppError('capture_capacity', 'Too many large bodies come at once.', { retryAfterSeconds: 1 });
    this.#ofAddress.set(address, ofAddress);
    this.#all += bytes;
  }

  giveBack(address: string, bytes: number): void {
    if (bytes === 0) return;
    const left = (this.#ofAddress.get(address) ?? 0) - bytes;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
    this.#all -= bytes;
  }
}
