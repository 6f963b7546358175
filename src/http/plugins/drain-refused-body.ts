import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './body-deadline.ts';

/** What is read and dropped of one body after its answer. */
const MAX_BYTES = 32 * 1024 * 1024;
const LOOK_MS = 50;

/**
 * Lets an answer reach a client that is still sending, such as a 413: hanging up at once would make the network drop
 * the answer with the rest of the body. The rest is read and dropped, up to 32 MiB and for `timeoutMs`; then we hang
 * up.
 */
export function registerDrainRefusedBody(server: FastifyInstance, timeoutMs: number): void {
  /** Requests that were answered early, and whether their clients want the connection closed. */
  const early = new WeakMap<FastifyRequest, boolean>();
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isStillSending(request)) {
      early.set(request, !reply.raw.shouldKeepAlive);
      stayOpen(reply);
    }
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    const wantsClose = early.get(request);
    if (wantsClose !== undefined) drain(request, { timeoutMs, wantsClose });
    done();
  });
}

/** A request that a test injects has no socket and says nothing of its end. */
function isStillSending({ raw }: FastifyRequest): boolean {
  return raw.complete === false && hasBody(raw) && !raw.destroyed;
}

/** Node would hang up after the answer when either side has said so. */
function stayOpen(reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

/** Node itself reads and drops what comes after an answer; how much and for how long is decided here. */
function drain(
  { raw }: FastifyRequest,
  { timeoutMs, wantsClose }: { readonly timeoutMs: number; readonly wantsClose: boolean },
): void {
  const { socket } = raw;
  const end = socket.bytesRead + MAX_BYTES;
  let looksLeft = Math.ceil(timeoutMs / LOOK_MS);
  const isDone = (): boolean => {
    looksLeft -= 1;
    if (raw.complete && wantsClose) socket.end();
    if (raw.complete || socket.destroyed) return true;
    if (looksLeft > 0 && socket.bytesRead <= end) return false;
    socket.destroy();
    return true;
  };
  if (isDone()) return;
  const timer = setInterval(() => {
    if (isDone()) clearInterval(timer);
  }, LOOK_MS);
}
