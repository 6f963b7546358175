import { insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { newUuid } from '../src/base/ids.ts';
import { decodePayload } from '../src/services/capture/decode-payload.ts';
import { readEnvelope } from '../src/services/capture/read-envelope.ts';
import { startTestEngine, type TestEngine } from '../test/fixtures/start-engine.ts';
import { batchRequest, captureBatch, EVENTS_PER_BATCH } from './measure/capture-batch.ts';
import { load } from './measure/load.ts';
import { rawRows } from './measure/raw-rows.ts';
import { type Benchmark, inRounds, median } from './measure/round.ts';
import { type ServerProcess, startServerProcess } from './measure/server-process.ts';

const CONNECTIONS = 4;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const RAW_BATCHES_PER_BLOCK = 20;
const RAW_BLOCKS = 10;
const SERVERS = new URL('./measure/capture-servers.ts', import.meta.url);

/**
 * Batches of 500 events with gzip through `POST /batch/` until queries see them, against a server that only unpacks,
 * parses and appends the same batches, and against the engine taking the same rows ready-made.
 */
export const captureRate: Benchmark = {
  question: 'How many events a second are captured, against a bare server and a raw engine insert?',
  measure: async () => {
    const [node, sluice, engine] = await Promise.all([
      startServerProcess(SERVERS, ['node']),
      startServerProcess(SERVERS, ['sluice']),
      startTestEngine(),
    ]);
    const body = captureBatch(sluice.facts['token'] ?? '');
    const block = await rawBlock(body);
    const results = await inRounds(ROUNDS, {
      'bare server, appends': () => loadRate(node, body, false),
      'raw engine insert': () => insertRate(engine, block),
      'Sluice, until visible': () => loadRate(sluice, body, true),
    });
    await Promise.all([node.stop(), sluice.stop(), engine.close()]);
    const [bare, raw, captured] = Object.values(results).map(median);
    const row = (what: string, rate = Number.NaN, relation = '') => ({
      what,
      value: `${Math.round(rate).toLocaleString('en')} events/s`,
      relation,
    });
    const ratio = (limit = Number.NaN): string => ((captured ?? Number.NaN) / limit).toFixed(2);
    return [
      row('bare server, appends', bare),
      row('raw engine insert', raw),
      row(
        'Sluice, until visible',
        captured,
        `${ratio(bare)} of the bare server, ${ratio(raw)} of the raw insert`,
      ),
    ];
  },
};

/** Events a second, the time that the server needs to write what it has accepted included. */
async function loadRate(server: ServerProcess, body: Buffer, waits: boolean): Promise<number> {
  const startedMs = performance.now();
  const common = { port: server.port, connections: CONNECTIONS, durationMs: ROUND_MS };
  const { requests } = await load({ ...common, request: batchRequest(body) });
  if (waits) await fetch(`http://127.0.0.1:${server.port}/batch/?wait=true`, { method: 'POST', body });
  const seconds = (performance.now() - startedMs) / 1000;
  return ((requests + (waits ? 1 : 0)) * EVENTS_PER_BATCH) / seconds;
}

/** The rows of 20 batches as the writer would insert them. */
async function rawBlock(body: Buffer): Promise<Buffer> {
  const packed = { body, contentType: '', contentEncoding: '', data: '', compression: '' };
  const { events } = readEnvelope(await decodePayload(packed, 10_000_000));
  return rawRows(Array.from({ length: RAW_BATCHES_PER_BLOCK }, () => events).flat());
}

async function insertRate({ engine }: TestEngine, block: Buffer): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < RAW_BLOCKS; index += 1) await insertEvents(engine, block, newUuid());
  const events = RAW_BLOCKS * RAW_BATCHES_PER_BLOCK * EVENTS_PER_BATCH;
  return events / ((performance.now() - startedMs) / 1000);
}
