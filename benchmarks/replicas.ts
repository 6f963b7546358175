import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINE_SECRET, startEngineProcess } from '../test/fixtures/start-engine-process.ts';
import { startPostgres } from '../test/fixtures/start-postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../test/fixtures/start-process.ts';
import { startRedis } from '../test/fixtures/start-redis.ts';
import { startS3 } from '../test/fixtures/start-s3.ts';
import { HIT_BODY, HIT_PATH, HIT_QUERY } from './measure/hit-servers.ts';
import { load, requestBytes } from './measure/load.ts';
import { cpuMicrosecondsOf } from './measure/process-cpu.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const SERVICES = 3;
const ROOT_KEY = `slp_${'k'.repeat(24)}`;
const CONNECTIONS = 16;
const ROUNDS = 7;
/** Processor time is told in steps of 10 ms. */
const ROUND_MS = 5_000;

/**
 * Hits on one, two and three services of one deployment, which take turns in a round: on two cores three busy services
 * and the load would keep each other from their processors, which says nothing of services on machines of their own.
 * The processor time of all of them counts, by their processes, also what they do while another one is asked. What a
 * service does by itself, as time goes by, is measured in each round and taken off: otherwise a machine that does other
 * things besides, and so has fewer hits in the time, would make hits look dear.
 * @param scale share of the time of a round
 */
export const replicas: Benchmark = {
  question: 'What does a cached hit cost where services share an engine, PostgreSQL and Redis?',
  measure: async (scale = 1) => {
    const { services, close } = await startServices();
    try {
      await warm(services);
      const hitsOn = (count: number) => () => measureHits(services, count, ROUND_MS * scale);
      return toRows(
        await inRounds(ROUNDS, {
          [UNASKED]: () => measureUnasked(services, ROUND_MS * scale),
          'one service': hitsOn(1),
          'two services': hitsOn(2),
          'three services': hitsOn(3),
        }),
      );
    } finally {
      await close();
    }
  },
};

const UNASKED = 'a service that nobody asks';

/** What some services have used in a while. */
interface Used {
  readonly services: number;
  readonly cpuMicroseconds: number;
  readonly durationMs: number;
  readonly hits: number;
}

async function startServices() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-replicas-'));
  const [postgres, redis, s3] = await Promise.all([startPostgres(), startRedis(), startS3()]);
  const bucket = {
    SLUICE_OBJECT_STORE: String(s3.settings.objectStore),
    SLUICE_S3_ENDPOINT: s3.endpoint,
    SLUICE_S3_ACCESS_KEY_ID: String(s3.settings.s3AccessKeyId),
    SLUICE_S3_SECRET_ACCESS_KEY: String(s3.settings.s3SecretAccessKey),
  };
  const engine = await startEngineProcess({ folder: path.join(folder, 'engine'), environment: bucket });
  const settings = {
    ...bucket,
    SLUICE_ENGINE_URL: engine.url.replace('://', `://sluice:${encodeURIComponent(ENGINE_SECRET)}@`),
    SLUICE_DATABASE_URL: await postgres.newDatabase(),
    SLUICE_REDIS_URL: redis.url,
    SLUICE_RATE_LIMITS: '100000000,0,0,0',
    SLUICE_ROOT_KEY: ROOT_KEY,
  };
  const services: ServiceProcess[] = [];
  for (let place = 0; place < SERVICES; place += 1)
    services.push(
      await startServiceProcess({ ...settings, SLUICE_DATA_DIR: path.join(folder, `service-${place}`) }),
    );
  const close = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.close()));
    await engine.stop();
    await Promise.all([redis.close(), s3.close(), postgres.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { services, close };
}

async function warm(services: readonly ServiceProcess[]): Promise<void> {
  const query = { kind: 'HogQLQuery', query: HIT_QUERY };
  await services[0]?.call('POST', 'endpoints', { body: { name: 'hit', query } });
  for (const service of services) {
    const { status } = await service.call('POST', HIT_PATH, { body: JSON.parse(HIT_BODY) });
    if (status !== 200) throw new Error(`the run was answered ${status}`);
  }
}

async function measureUnasked(services: readonly ServiceProcess[], durationMs: number): Promise<Used> {
  return measureWhile(services, async () => {
    await delay(durationMs);
    return 0;
  });
}

async function measureHits(
  services: readonly ServiceProcess[],
  count: number,
  durationMs: number,
): Promise<Used> {
  const asked = services.slice(0, count);
  const request = requestBytes('POST', HIT_PATH, { authorization: `Bearer ${ROOT_KEY}` }, HIT_BODY);
  return measureWhile(asked, async () => {
    let hits = 0;
    for (const { url } of asked) {
      const turn = { port: Number(new URL(url).port), request, durationMs: durationMs / count };
      hits += (await load({ ...turn, connections: CONNECTIONS })).requests;
    }
    return hits;
  });
}

/** @param work answers the number of hits */
async function measureWhile(services: readonly ServiceProcess[], work: () => Promise<number>): Promise<Used> {
  const cpuMicroseconds = () =>
    services.reduce((sum, { processId }) => sum + cpuMicrosecondsOf(processId), 0);
  const [before, startedMs] = [cpuMicroseconds(), performance.now()];
  const hits = await work();
  return {
    services: services.length,
    cpuMicroseconds: cpuMicroseconds() - before,
    durationMs: performance.now() - startedMs,
    hits,
  };
}

function toRows(results: Readonly<Record<string, readonly Used[]>>): readonly Row[] {
  const { [UNASKED]: unasked = [], ...asked } = results;
  const bySelf = unasked.map(
    ({ services, cpuMicroseconds, durationMs }) => cpuMicroseconds / durationMs / services,
  );
  const costsOf = (rounds: readonly Used[]) =>
    rounds.map(({ services, cpuMicroseconds, durationMs, hits }, round) => {
      const byThemselves = (bySelf[round] ?? 0) * services * durationMs;
      return (cpuMicroseconds - byThemselves) / hits;
    });
  const ofOne = costsOf(results['one service'] ?? []);
  const rows = Object.entries(asked).map(([what, rounds]) => {
    const costs = costsOf(rounds);
    // Within a round the machine was the same for all.
    const relations = costs.map((cost, round) => cost / (ofOne[round] ?? Number.NaN));
    return {
      what,
      value: `${median(costs).toFixed(1)} µs of processor time for a hit`,
      relation: what === 'one service' ? '' : `${median(relations).toFixed(2)} of one service`,
    };
  });
  return [
    ...rows,
    { what: UNASKED, value: `${median(bySelf).toFixed(1)} ms of processor time for a second`, relation: '' },
  ];
}
