import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EVENT_COLUMNS, insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { newUuid } from '../src/base/ids.ts';
import { importFile } from '../src/services/capture/import/import-file.ts';
import { SeededRandom } from '../src/services/demo/random.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { startTestService } from '../test/fixtures/start-service.ts';
import { childrenOf, cpuMicrosecondsOf } from './measure/process-cpu.ts';
import { rawRows } from './measure/raw-rows.ts';
import { type Benchmark, inRounds, median, type Row } from './measure/round.ts';

const EVENTS = 200_000;
const ROWS_PER_INSERT = 100_000;
const ROUNDS = 3;

/** What one round of a contestant came to. */
interface Round {
  readonly rowsPerSecond: number;
  /** Processor time per row in µs, of this process and of its engines. */
  readonly cpu: number;
  readonly engineCpu: number;
}

/** What the engine makes of the file by itself: no check, no search for repeats, no persons. */
const READ_FILE = `INSERT INTO app.events (${EVENT_COLUMNS.join(', ')})
  SELECT 1, '${newUuid()}', now64(6), '', '', '', '', '', uuid, event, distinct_id, timestamp, properties, '', '', '', 'full'
  FROM file({path:String}, 'JSONEachRow', 'uuid UUID, event String, distinct_id String,
    timestamp DateTime64(6, ''UTC''), properties String')`;

/**
 * A JSON lines file of new events of one year through `importFile`, against the engine taking the same rows ready-made,
 * in its own binary form, and against the engine reading the file by itself.
 */
export const importRate: Benchmark = {
  question: 'How many rows a second are imported, against a raw engine insert of the same rows?',
  measure: async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    const [service, raw] = await Promise.all([startTestService({ testClock: false }), startTestEngine()]);
    const file = path.join(folder, 'events.jsonl');
    const results = await inRounds(ROUNDS, {
      'raw engine insert': async () => {
        const blocks = await rawBlocks(makeEvents());
        return roundOf(async () => {
          for (const block of blocks) await insertEvents(raw.engine, block);
        });
      },
      'Sluice, import': async () => {
        writeFileSync(
          file,
          makeEvents()
            .map((event) => `${JSON.stringify(event)}\n`)
            .join(''),
        );
        return roundOf(() => importFile(service.services, { projectId: 1, path: file }));
      },
      'engine, reading the file': () =>
        roundOf(() =>
          raw.engine.command(
            READ_FILE,
            { path: { type: 'String', value: file } },
            { settings: { date_time_input_format: 'best_effort' } },
          ),
        ),
      'Sluice, again': () => roundOf(() => importFile(service.services, { projectId: 1, path: file })),
    });
    await Promise.all([service.close(), raw.close()]);
    rmSync(folder, { recursive: true, force: true });
    const limits = [middle(results['raw engine insert']), middle(results['engine, reading the file'])];
    return Object.entries(results).map(([what, rounds]) => rowOf(what, middle(rounds), limits));
  },
};

function rowOf(what: string, { rowsPerSecond, cpu, engineCpu }: Round, limits: readonly Round[]): Row {
  const rate = `${Math.round(rowsPerSecond).toLocaleString('en')} rows/s`;
  const list = (shareOf: (limit: Round) => number): string =>
    limits.map((limit) => shareOf(limit).toFixed(2)).join(' and ');
  const rates = list((limit) => rowsPerSecond / limit.rowsPerSecond);
  const cpus = list((limit) => (limit.cpu + limit.engineCpu) / (cpu + engineCpu));
  return {
    what,
    value: `${rate}, ${cpu.toFixed(1)} + ${engineCpu.toFixed(1)} µs of service + engine`,
    relation: `${rates} of the insert and the reading, ${cpus} by CPU`,
  };
}

async function roundOf(work: () => Promise<unknown>): Promise<Round> {
  const startedMs = performance.now();
  const before = [cpuMicrosecondsOf(process.pid), engineCpuMicroseconds()] as const;
  await work();
  return {
    rowsPerSecond: EVENTS / ((performance.now() - startedMs) / 1000),
    cpu: (cpuMicrosecondsOf(process.pid) - before[0]) / EVENTS,
    engineCpu: (engineCpuMicroseconds() - before[1]) / EVENTS,
  };
}

function engineCpuMicroseconds(): number {
  return childrenOf(process.pid).reduce((sum, child) => sum + cpuMicrosecondsOf(child), 0);
}

/** Each number is the median of its own. */
function middle(rounds: readonly Round[]): Round {
  const of = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  return { rowsPerSecond: of('rowsPerSecond'), cpu: of('cpu'), engineCpu: of('engineCpu') };
}

function makeEvents() {
  const random = new SeededRandom(11);
  return Array.from({ length: EVENTS }, () => ({
    uuid: newUuid(),
    event: random.pick(['commit', 'release', 'review']),
    distinct_id: `author-${random.between(1, 20_000)}`,
    timestamp: new Date(Date.UTC(2025, 0, 1) + random.between(0, 364 * 86_400_000)).toISOString(),
    properties: {
      repo: random.pick(['one', 'two', 'three']),
      files_changed: random.between(1, 30),
      lines_added: random.between(0, 900),
      kind: random.pick(['fix', 'feat', 'docs']),
      folders: ['src', 'test'],
      utc_offset: '+02:00',
    },
    person_properties: { is_bot: false, home_repo: random.pick(['one', 'two']) },
  }));
}

function rawBlocks(events: ReturnType<typeof makeEvents>): Promise<readonly Buffer[]> {
  return Promise.all(
    Array.from({ length: Math.ceil(events.length / ROWS_PER_INSERT) }, (_, index) =>
      rawRows(events.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT)),
    ),
  );
}
