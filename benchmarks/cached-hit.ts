import { HIT_BODY, HIT_PATH } from './measure/hit-servers.ts';
import { type LoadResult, load, requestBytes } from './measure/load.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';
import { type ServerProcess, startServerProcess } from './measure/server-process.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** About half of what the hit can do, for the latency that callers see when nothing is at its limit. */
const PACED_PER_SECOND = 8_000;
const SERVERS = new URL('./measure/hit-servers.ts', import.meta.url);

interface Measured extends LoadResult {
  readonly cpuMicrosecondsPerRequest: number;
}

/**
 * The full path of a cached answer (authentication, rate limit, check, key, ETag, log), by a key and by a token of a
 * customer, against a server that does nothing but send 2 KB. Each server has a process; the load comes from this one,
 * so two cores are needed.
 */
export const cachedHit: Benchmark = {
  question: 'What does a cached hit cost, against bare node:http sending as many bytes?',
  measure: async () => {
    const [node, headers, fastify, sluice, unlogged] = await Promise.all([
      startServerProcess(SERVERS, ['node']),
      startServerProcess(SERVERS, ['headers']),
      startServerProcess(SERVERS, ['fastify']),
      startServerProcess(SERVERS, ['sluice']),
      startServerProcess(SERVERS, ['unlogged']),
    ]);
    const authOf = ({ facts }: ServerProcess) => ({ authorization: `Bearer ${facts['key'] ?? ''}` });
    const auth = authOf(sluice);
    const post = requestBytes('POST', HIT_PATH, auth, HIT_BODY);
    const unloggedPost = requestBytes('POST', HIT_PATH, authOf(unlogged), HIT_BODY);
    // The token fixes what the body of the other call says.
    const byToken = requestBytes(
      'POST',
      HIT_PATH,
      { authorization: `Bearer ${sluice.facts['token'] ?? ''}` },
      '{}',
    );
    const query = `?variables=${encodeURIComponent('{"repo":"hono"}')}`;
    const known = requestBytes('GET', HIT_PATH + query, {
      ...auth,
      'if-none-match': sluice.facts['etag'] ?? '',
    });
    const results = await inRounds(ROUNDS, {
      'bare node:http': () => loadAndWatch(node, post),
      'node:http, same headers': () => loadAndWatch(headers, post),
      'bare Fastify': () => loadAndWatch(fastify, post),
      'Sluice, cached hit': () => loadAndWatch(sluice, post),
      'Sluice, by a token': () => loadAndWatch(sluice, byToken),
      'Sluice, no logs': () => loadAndWatch(unlogged, unloggedPost),
      'Sluice, 304': () => loadAndWatch(sluice, known),
      'Sluice, paced hits': () => loadAndWatch(sluice, post, PACED_PER_SECOND),
    });
    await Promise.all([node, headers, fastify, sluice, unlogged].map((server) => server.stop()));
    return toRows(results);
  },
};

async function loadAndWatch(
  server: ServerProcess,
  request: Buffer,
  mostPerSecond?: number,
): Promise<Measured> {
  const before = await server.cpuMicroseconds();
  const result = await load({
    port: server.port,
    request,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    ...(mostPerSecond === undefined ? {} : { mostPerSecond }),
  });
  const cpu = (await server.cpuMicroseconds()) - before;
  return { ...result, cpuMicrosecondsPerRequest: cpu / result.requests };
}

function toRows(results: Readonly<Record<string, readonly Measured[]>>): readonly Row[] {
  const limit = rate(results['bare node:http'] ?? []);
  return Object.entries(results).map(([what, measured]) => ({
    what,
    value:
      `${Math.round(rate(measured)).toLocaleString('en')} /s, ` +
      `${median(measured.map((one) => one.cpuMicrosecondsPerRequest)).toFixed(1)} µs CPU, ` +
      `p99 ${median(measured.map((one) => one.p99Ms)).toFixed(2)} ms`,
    relation: what === 'bare node:http' ? '' : `${(rate(measured) / limit).toFixed(2)} of node:http`,
  }));
}

function rate(measured: readonly Measured[]): number {
  return median(measured.map((one) => one.requestsPerSecond));
}
