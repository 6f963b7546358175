import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What went through the gateway. */
interface GatewayCall {
  readonly method: string;
  /** Without query string. */
  readonly path: string;
  readonly status: number;
}

/** Stands between a client and the service, notes every call, and can break calls as networks do. */
export interface Gateway {
  readonly url: string;
  readonly calls: readonly GatewayCall[];
  /** Answers the next call that writes events with this status, unseen by the service. */
  refuseNext(status: 429 | 503): void;
  /** Lets the service answer the next call that writes events, and tells the client 503. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

const WRITES = /^\/(batch|e|i\/v[01]\/.+)\/?$/;

/** Starts a gateway to the service at `target` on a random port of the loopback. */
export async function startGateway(target: string): Promise<Gateway> {
  const calls: GatewayCall[] = [];
  let fault: { readonly status: number; readonly isTaken: boolean } | null = null;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = 'GET', url = '/' } = request;
    const path = url.split('?', 1)[0] ?? url;
    const isWrite = method === 'POST' && WRITES.test(path);
    const now = isWrite ? fault : null;
    if (now !== null) fault = null;
    const real = now?.isTaken === false ? null : await forward(request, `${target}${url}`, body);
    const status = now?.status ?? real?.status ?? 502;
    calls.push({ method, path, status });
    const headers = now === null ? headersOf(real) : pageHeaders(request);
    response.writeHead(status, headers);
    response.end(now === null && real !== null ? Buffer.from(await real.arrayBuffer()) : '');
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    refuseNext: (status) => {
      fault = { status, isTaken: false };
    },
    loseNextAnswer: () => {
      fault = { status: 503, isTaken: true };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward({ method = 'GET', headers }: IncomingMessage, url: string, body: Buffer): Promise<Response> {
  const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
  const sent = Object.entries(kept).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'transfer-encoding' ? [[name, value] as const] : [],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

function headersOf(answer: Response | null): Record<string, string> {
  const headers = Object.fromEntries(answer?.headers ?? []);
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'])
    delete headers[name];
  return headers;
}

/** A page may see the status, as it may with answers of the service. */
function pageHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
}
