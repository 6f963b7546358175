import { connect, type Socket } from 'node:net';

/** What a round of load measured. Latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends the same request again and again over a few connections and waits for each answer. Works on raw sockets, so
 * that the client costs little of the machine that it shares with the server.
 * @throws when an answer is not 200 or 304
 */
export async function load(options: {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  readonly durationMs: number;
  /** Most requests per second of all connections together; without it each sends as soon as it has its answer. */
  readonly mostPerSecond?: number;
}): Promise<LoadResult> {
  const startedMs = performance.now();
  const pace = {
    endMs: startedMs + options.durationMs,
    everyMs: options.mostPerSecond === undefined ? 0 : (options.connections * 1000) / options.mostPerSecond,
  };
  const perConnection = await Promise.all(
    Array.from({ length: options.connections }, () => exchange(options.port, options.request, pace)),
  );
  const latencies = perConnection.flat().sort((a, b) => a - b);
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / ((performance.now() - startedMs) / 1000),
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

/** The bytes of a request, with a JSON body when `body` is given. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  };
  const lines = Object.entries({ ...all, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

interface Pace {
  readonly endMs: number;
  /** Least time between two requests of a connection. */
  readonly everyMs: number;
}

/** One connection, one request at a time. Resolves with the latencies. */
function exchange(port: number, request: Buffer, { endMs, everyMs }: Pace): Promise<readonly number[]> {
  const latencies: number[] = [];
  const done = Promise.withResolvers<readonly number[]>();
  let sentMs = 0;
  let missing = 0;
  const socket: Socket = connect(port, '127.0.0.1', () => send());
  const send = (): void => {
    sentMs = performance.now();
    socket.write(request);
  };
  socket.setNoDelay(true);
  socket.on('error', done.reject);
  socket.on('data', (chunk) => {
    missing = missing === 0 ? answerLength(chunk) - chunk.length : missing - chunk.length;
    if (missing > 0) return;
    const nowMs = performance.now();
    latencies.push(nowMs - sentMs);
    const restMs = sentMs + everyMs - nowMs;
    if (nowMs < endMs) return restMs > 0 ? void setTimeout(send, restMs) : send();
    socket.destroy();
    done.resolve(latencies);
  });
  return done.promise;
}

/** Bytes of the whole answer. The head always comes in one chunk on loopback. */
function answerLength(chunk: Buffer): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n')).toString('latin1');
  if (!/^HTTP\/1\.1 (200|304) /.test(head))
    throw new Error(`unexpected answer: ${chunk.toString('latin1').slice(0, 600)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? '0';
  return head.length + 4 + Number(length);
}
