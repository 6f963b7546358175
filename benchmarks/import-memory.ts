import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newUuid } from '../src/base/ids.ts';
import { importFile } from '../src/services/capture/import/import-file.ts';
import { SeededRandom } from '../src/services/demo/random.ts';
import { startTestService } from '../test/fixtures/start-service.ts';
import type { Benchmark } from './measure/round.ts';

const EVENTS = 5_000_000;
const LINES_PER_WRITE = 10_000;
/** What comes before is warming up. */
const WARM_SHARE = 0.2;

/** One long file of JSON lines: memory of the service and of its engine after a fifth of it, and at most after that. */
export const importMemory: Benchmark = {
  question: 'Does the memory of an import of five million events grow with the file?',
  measure: async (scale = 1) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    const file = path.join(folder, 'events.jsonl');
    const events = Math.ceil(EVENTS * scale);
    await pipeline(Readable.from(lines(events)), createWriteStream(file));
    const service = await startTestService({ testClock: false });
    try {
      const warm = { service: 0, engine: 0 };
      const most = { service: 0, engine: 0 };
      const startedMs = performance.now();
      await importFile(service.services, {
        projectId: 1,
        path: file,
        onProgress: ({ read }) => {
          const now = { service: residentMib('self'), engine: engineMib() };
          if (read <= events * WARM_SHARE) Object.assign(warm, now);
          most.service = Math.max(most.service, now.service);
          most.engine = Math.max(most.engine, now.engine);
        },
      });
      const seconds = (performance.now() - startedMs) / 1000;
      const row = (what: 'service' | 'engine') => ({
        what: `${what}, MiB after a fifth, and at most`,
        value: `${warm[what].toFixed(0)}, ${most[what].toFixed(0)}`,
        relation: `${(most[what] / warm[what]).toFixed(2)} of what it was after a fifth`,
      });
      const rate = `${Math.round(events / seconds).toLocaleString('en')} rows/s`;
      return [{ what: `${events} events`, value: rate, relation: '' }, row('service'), row('engine')];
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function* lines(events: number): Generator<string> {
  const random = new SeededRandom(12);
  for (let start = 0; start < events; start += LINES_PER_WRITE) {
    const some = Array.from({ length: Math.min(LINES_PER_WRITE, events - start) }, () =>
      JSON.stringify({
        uuid: newUuid(),
        event: random.pick(['commit', 'release', 'review']),
        distinct_id: `author-${random.between(1, 100_000)}`,
        timestamp: new Date(Date.UTC(2025, 0, 1) + random.between(0, 364 * 86_400_000)).toISOString(),
        properties: { repo: random.pick(['one', 'two']), files_changed: random.between(1, 30) },
        person_properties: { home_repo: random.pick(['one', 'two']) },
      }),
    );
    yield `${some.join('\n')}\n`;
  }
}

function residentMib(process: string): number {
  const status = readFileSync(`/proc/${process}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The largest process that this one has started. */
function engineMib(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return Math.max(0, ...children.map(residentMib));
}
