import { insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { decodePayload } from '../src/services/capture/protocol/decode-payload.ts';
import { readEnvelope } from '../src/services/capture/protocol/read-envelope.ts';
import { startTestEngine, type TestEngine } from '../test/fixtures/start-engine.ts';
import { batchRequest, captureBatch, EVENTS_PER_BATCH } from './measure/capture-batch.ts';
import { load } from './measure/load.ts';
import { childrenOf, cpuMicrosecondsOf } from './measure/process-cpu.ts';
import { rawRows } from './measure/raw-rows.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';
import { type ServerProcess, startServerProcess } from './measure/server-process.ts';

const CONNECTIONS = 4;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const RAW_BATCHES_PER_BLOCK = 20;
const RAW_BLOCKS = 10;
/** Share of what becomes visible at full speed; a spool that is fed so must not grow. */
const SUSTAINED_SHARE = 0.9;
const SERVERS = new URL('./measure/capture-servers.ts', import.meta.url);

/** What one round of a contestant came to. Rates in events a second, processor times in µs per event. */
interface Round {
  /** Answered 200: durable. */
  readonly acknowledged: number;
  /** Of the time until queries saw the last event; as acknowledged where nobody queries. */
  readonly visible: number;
  /** From the last answer until queries saw everything. */
  readonly behindMs: number;
  readonly cpu: number;
  readonly engineCpu: number;
}

/**
 * Batches of 500 events with gzip through `POST /batch/`, against a server that only unpacks, parses and appends the
 * same batches, and against the engine taking the same rows ready-made. At full speed the spool takes what the engine
 * does not yet have; the sustained round sends a little less than becomes visible then. The machine is shared with a
 * client, which costs little, and with whatever else runs: processor times say more than rates.
 */
export const captureRate: Benchmark = {
  question: 'How many events a second are captured, against a bare server and a raw engine insert?',
  measure: async () => {
    const [node, sluice, oneLookup, threeLookups, engine] = await Promise.all([
      startServerProcess(SERVERS, ['node']),
      startServerProcess(SERVERS, ['sluice']),
      startServerProcess(SERVERS, ['one lookup']),
      startServerProcess(SERVERS, ['three lookups']),
      startTestEngine(),
    ]);
    const bodyFor = ({ facts }: ServerProcess) => captureBatch(facts['token'] ?? '');
    const body = bodyFor(sluice);
    const block = await rawBlock(body);
    let visible = Number.NaN;
    const rounds = await inRounds(ROUNDS, {
      bare: () => loadRound(node, body),
      raw: () => insertRound(engine, block),
      full: async () => {
        const round = await loadRound(sluice, body);
        visible = round.visible;
        return round;
      },
      sustained: () => loadRound(sluice, body, visible * SUSTAINED_SHARE),
      one: () => loadRound(oneLookup, bodyFor(oneLookup)),
      three: () => loadRound(threeLookups, bodyFor(threeLookups)),
    });
    await Promise.all([
      ...[node, sluice, oneLookup, threeLookups].map((server) => server.stop()),
      engine.close(),
    ]);
    const full = middle(rounds.full);
    return [
      ...rowsOf(middle(rounds.bare), middle(rounds.raw), [full, middle(rounds.sustained)]),
      lookupRow('with one lookup', middle(rounds.one), full),
      lookupRow('with three lookups', middle(rounds.three), full),
    ];
  },
};

function rowsOf(bare: Round, raw: Round, [full, sustained]: readonly [Round, Round]): readonly Row[] {
  const share = (value: number, limit: number): string => (value / limit).toFixed(2);
  const rate = (value: number): string => `${Math.round(value).toLocaleString('en')} events/s`;
  const cpu = ({ cpu, engineCpu }: Round): string =>
    `${cpu.toFixed(1)} µs in the service, ${engineCpu.toFixed(1)} µs in the engine`;
  const cpuShares = (round: Round): string =>
    `${share(round.cpu, bare.cpu)} of the bare server, ${share(round.engineCpu, raw.engineCpu)} of the raw insert`;
  return [
    { what: 'bare server, acknowledged', value: rate(bare.acknowledged), relation: '' },
    { what: 'bare server, CPU per event', value: `${bare.cpu.toFixed(1)} µs`, relation: '' },
    { what: 'raw engine insert, visible', value: rate(raw.visible), relation: '' },
    { what: 'raw engine insert, CPU per event', value: `${raw.engineCpu.toFixed(1)} µs`, relation: '' },
    {
      what: 'Sluice at full speed, acknowledged',
      value: rate(full.acknowledged),
      relation: `${share(full.acknowledged, bare.acknowledged)} of the bare server`,
    },
    {
      what: 'Sluice at full speed, visible',
      value: rate(full.visible),
      relation:
        `${share(full.visible, bare.acknowledged)} of the bare server, ` +
        `${share(full.visible, raw.visible)} of the raw insert; all seen ${Math.round(full.behindMs)} ms after the last answer`,
    },
    { what: 'Sluice at full speed, CPU per event', value: cpu(full), relation: cpuShares(full) },
    {
      what: 'Sluice sustained, acknowledged',
      value: rate(sustained.acknowledged),
      relation:
        `${share(sustained.acknowledged, bare.acknowledged)} of the bare server; ` +
        `all seen ${Math.round(sustained.behindMs)} ms after the last answer`,
    },
    { what: 'Sluice sustained, CPU per event', value: cpu(sustained), relation: cpuShares(sustained) },
  ];
}

/** What the writer's feeding of lookups costs: every event of the batches is in each of them. */
function lookupRow(what: string, round: Round, without: Round): Row {
  const share = (of: (round: Round) => number): string => (of(round) / of(without)).toFixed(2);
  return {
    what: `Sluice at full speed, ${what}`,
    value: `${Math.round(round.visible).toLocaleString('en')} events/s visible`,
    relation: `${share(({ visible }) => visible)} of none, ${share(({ engineCpu }) => engineCpu)} of its CPU in the engine`,
  };
}

/** Each number is the median of its own. */
function middle(rounds: readonly Round[]): Round {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  return {
    acknowledged: of((round) => round.acknowledged),
    visible: of((round) => round.visible),
    behindMs: of((round) => round.behindMs),
    cpu: of((round) => round.cpu),
    engineCpu: of((round) => round.engineCpu),
  };
}

/** Sends batches, and to a server with an engine one more that is answered when queries see all. */
async function loadRound(server: ServerProcess, body: Buffer, mostPerSecond?: number): Promise<Round> {
  const engines = childrenOf(server.processId);
  const cpuNow = () => cpuMicrosecondsOf(server.processId);
  const engineCpuNow = () => sumOf(engines.map(cpuMicrosecondsOf));
  const [cpuBefore, engineCpuBefore] = [cpuNow(), engineCpuNow()];
  const startedMs = performance.now();
  const common = { port: server.port, connections: CONNECTIONS, durationMs: ROUND_MS };
  const pace = mostPerSecond === undefined ? {} : { mostPerSecond: mostPerSecond / EVENTS_PER_BATCH };
  const { requests } = await load({ ...common, ...pace, request: batchRequest(body) });
  const answeredMs = performance.now();
  if (engines.length > 0)
    await fetch(`http://127.0.0.1:${server.port}/batch/?wait=true`, { method: 'POST', body });
  const seenMs = performance.now();
  const events = requests * EVENTS_PER_BATCH;
  return {
    acknowledged: events / ((answeredMs - startedMs) / 1000),
    visible: events / ((seenMs - startedMs) / 1000),
    behindMs: seenMs - answeredMs,
    cpu: (cpuNow() - cpuBefore) / events,
    engineCpu: (engineCpuNow() - engineCpuBefore) / events,
  };
}

/** The rows of 20 batches as the writer would insert them. */
async function rawBlock(body: Buffer): Promise<Buffer> {
  const packed = { body, contentType: '', contentEncoding: '', data: '', compression: '' };
  const { events } = readEnvelope(await decodePayload(packed, 10_000_000));
  return rawRows(Array.from({ length: RAW_BATCHES_PER_BLOCK }, () => events).flat());
}

async function insertRound({ engine }: TestEngine, block: Buffer): Promise<Round> {
  const cpuBefore = cpuMicrosecondsOf(engine.processId() ?? 0);
  const startedMs = performance.now();
  for (let index = 0; index < RAW_BLOCKS; index += 1) await insertEvents(engine, block);
  const events = RAW_BLOCKS * RAW_BATCHES_PER_BLOCK * EVENTS_PER_BATCH;
  const rate = events / ((performance.now() - startedMs) / 1000);
  const engineCpu = (cpuMicrosecondsOf(engine.processId() ?? 0) - cpuBefore) / events;
  return { acknowledged: rate, visible: rate, behindMs: 0, cpu: Number.NaN, engineCpu };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
