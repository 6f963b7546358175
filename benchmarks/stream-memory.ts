import { readFileSync } from 'node:fs';
import { startTestService } from '../test/fixtures/start-service.ts';
import type { Benchmark } from './measure/round.ts';

const ROWS = 2_000_000;
/** What the process of the service may take, everything included. */
const GOAL_MIB = 300;

/** A long CSV file sent by the service, which runs in this process with its client. */
export const streamMemory: Benchmark = {
  question: 'How much memory does a stream of two million rows take in the process of the service?',
  measure: async (scale = 1) => {
    const service = await startTestService({ testClock: false });
    try {
      const rows = Math.ceil(ROWS * scale);
      const query = `SELECT number, toString(number) AS text, 'a constant of some length' AS c FROM numbers(${rows})`;
      const body = { name: 'long', query: { kind: 'HogQLQuery', query }, limits: { max_rows: ROWS } };
      await service.call('POST', 'endpoints', { body });
      const idleMib = residentMib();
      const read = await readAll(
        `${service.url}/api/projects/1/endpoints/long/run?format=csv`,
        service.rootKey,
      );
      return [
        { what: 'idle', value: `${idleMib.toFixed(0)} MiB`, relation: '' },
        {
          what: `csv, ${rows} rows`,
          value: `${(read.bytes / 1024 ** 2).toFixed(0)} MiB in ${(read.ms / 1000).toFixed(1)} s`,
          relation: `at most ${read.mostMib.toFixed(0)} MiB resident, ${(read.mostMib / GOAL_MIB).toFixed(2)} of the goal`,
        },
      ];
    } finally {
      await service.close();
    }
  },
};

async function readAll(
  url: string,
  key: string,
): Promise<{ readonly bytes: number; readonly ms: number; readonly mostMib: number }> {
  const startedMs = performance.now();
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200 || answer.body === null) throw new Error(`the run answered ${answer.status}`);
  let bytes = 0;
  let mostMib = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    mostMib = Math.max(mostMib, residentMib());
  }
  return { bytes, ms: performance.now() - startedMs, mostMib };
}

function residentMib(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
