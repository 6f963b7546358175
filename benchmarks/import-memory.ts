import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newUuid } from '../src/base/ids.ts';
import { importFile } from '../src/services/capture/import/import-file.ts';
import { SeededRandom } from '../src/services/demo/random.ts';
import { startTestService } from '../test/fixtures/start-service.ts';
import type { Benchmark, Row } from './measure/round.ts';

const EVENTS = 5_000_000;
const LINES_PER_WRITE = 10_000;
/** Memory is told after each fifth of the file; what comes before the first is warming up. */
const FIFTHS = 5;

interface Memory {
  readonly service: number;
  readonly engine: number;
}

/** One long file of JSON lines: resident memory of the service and of its engine, at most, in each fifth of it. */
export const importMemory: Benchmark = {
  question: 'Does the memory of an import of five million events grow with the file?',
  measure: async (scale = 1) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    const file = path.join(folder, 'events.jsonl');
    const events = Math.ceil(EVENTS * scale);
    await pipeline(Readable.from(lines(events)), createWriteStream(file));
    const service = await startTestService({ testClock: false });
    try {
      const most: Memory[] = [];
      const startedMs = performance.now();
      await importFile(service.services, {
        projectId: 1,
        path: file,
        onProgress: ({ read }) => {
          const fifth = Math.min(FIFTHS - 1, Math.floor((read * FIFTHS) / events));
          const before = most[fifth] ?? { service: 0, engine: 0 };
          most[fifth] = {
            service: Math.max(before.service, residentMib('self')),
            engine: Math.max(before.engine, engineMib()),
          };
        },
      });
      const seconds = (performance.now() - startedMs) / 1000;
      const rate = `${Math.round(events / seconds).toLocaleString('en')} rows/s`;
      return [{ what: `${events} events`, value: rate, relation: '' }, ...most.map(memoryRow)];
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function memoryRow({ service, engine }: Memory, fifth: number, [, warm]: readonly Memory[]): Row {
  return {
    what: `fifth ${fifth + 1}, at most`,
    value: `service ${service.toFixed(0)}, engine ${engine.toFixed(0)} MiB`,
    relation:
      fifth < 2 || warm === undefined
        ? ''
        : `${(service / warm.service).toFixed(2)}, ${(engine / warm.engine).toFixed(2)} of the second fifth`,
  };
}

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
