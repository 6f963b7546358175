import { once } from 'node:events';
import { createServer } from 'node:http';
import { fastify } from 'fastify';
import { makeSigner, payloadOf, signedToken } from '../../test/fixtures/sign-token.ts';
import { startTestService } from '../../test/fixtures/start-service.ts';
import { serveParent } from './server-process.ts';

// Run as a child of the cached-hit benchmark: one of five servers that answer the same 2 KB to the same request.

/** Where the run call stands, in all five. */
export const HIT_PATH = '/api/projects/1/endpoints/hit/run';
export const HIT_BODY = '{"variables":{"repo":"hono"}}';

export const HIT_QUERY =
  "select number as n, concat({variables.repo}, ' is number ', toString(number)) as text from numbers(55)";
const ANSWER = JSON.stringify({ answer: 'x'.repeat(2_000) });

async function serveNode(headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const body = Buffer.from(ANSWER);
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  serveParent(port, {}, async () => server.closeAllConnections());
}

/** What a hit answers with, in one write of the head: the least that a server of ours could cost. */
const HIT_HEADERS = {
  'x-request-id': 'k3J9xQ0aB2cD-1a',
  ratelimit: '"runs";r=99999999;t=60',
  'ratelimit-policy': '"runs";q=100000000;w=60',
  etag: 'W/"0123456789abcdefghijkl"',
  age: '12',
  'cache-control': 'private, max-age=3588',
  'cache-status': 'Sluice; hit; ttl=3588',
  'server-timing': 'cache;dur=0.021',
  vary: 'Authorization, Accept, Accept-Encoding',
};

async function serveFastify(): Promise<void> {
  const body = Buffer.from(ANSWER);
  const server = fastify();
  server.post(HIT_PATH, async (_request, reply) => reply.type('application/json').send(body));
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  serveParent(Number(url.port), {}, () => server.close());
}

/** @param logs false: no log, no metrics and no run log, to see what they cost */
async function serveSluice(logs: boolean): Promise<void> {
  const service = await startTestService({
    testClock: false,
    rateLimits: '100000000,0,0,0',
    logLevel: 'info',
  });
  if (!logs) Object.assign(service.services, { observe: () => undefined });
  const query = { kind: 'HogQLQuery', query: HIT_QUERY };
  const made = await service.call('POST', 'endpoints', { body: { name: 'hit', query } });
  if (made.status !== 201) throw new Error(made.text);
  const answer = await service.call('POST', HIT_PATH, { body: HIT_BODY });
  if (answer.status !== 200) throw new Error(answer.text);
  const signer = await makeSigner(service);
  const claims = { endpoints: ['hit'], variables: { repo: 'hono' } };
  const facts = {
    key: service.rootKey,
    token: signedToken(signer, payloadOf(signer, Date.now(), claims)),
    etag: String(answer.headers['etag']),
    bytes: String(answer.text.length),
  };
  serveParent(Number(new URL(service.url).port), facts, () => service.close());
}

const SERVERS: Readonly<Record<string, () => Promise<void>>> = {
  node: () => serveNode(),
  headers: () => serveNode(HIT_HEADERS),
  fastify: serveFastify,
  sluice: () => serveSluice(true),
  unlogged: () => serveSluice(false),
};

if (process.send !== undefined) await SERVERS[process.argv[2] ?? '']?.();
