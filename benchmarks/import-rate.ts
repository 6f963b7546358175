import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { newUuid } from '../src/base/ids.ts';
import { importFile } from '../src/services/capture/import/import-file.ts';
import { SeededRandom } from '../src/services/demo/random.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { startTestService } from '../test/fixtures/start-service.ts';
import { rawRows } from './measure/raw-rows.ts';
import { type Benchmark, inRounds, median } from './measure/round.ts';

const EVENTS = 200_000;
const ROWS_PER_INSERT = 100_000;
const ROUNDS = 3;

/** A JSON lines file of new events of one year through `importFile`, against the engine taking the same rows ready-made. */
export const importRate: Benchmark = {
  question: 'How many rows a second are imported, against a raw engine insert of the same rows?',
  measure: async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    const [service, raw] = await Promise.all([startTestService({ testClock: false }), startTestEngine()]);
    const file = path.join(folder, 'events.jsonl');
    const results = await inRounds(ROUNDS, {
      'raw engine insert': async () => {
        const blocks = rawBlocks(makeEvents());
        return rateOf(async () => {
          for (const block of blocks) await insertEvents(raw.engine, block, newUuid());
        });
      },
      'Sluice, import': async () => {
        writeFileSync(
          file,
          makeEvents()
            .map((event) => `${JSON.stringify(event)}\n`)
            .join(''),
        );
        return rateOf(() => importFile(service.services, { projectId: 1, path: file }));
      },
      'Sluice, again': () => rateOf(() => importFile(service.services, { projectId: 1, path: file })),
    });
    await Promise.all([service.close(), raw.close()]);
    rmSync(folder, { recursive: true, force: true });
    const limit = median(results['raw engine insert']);
    return Object.entries(results).map(([what, rates]) => ({
      what,
      value: `${Math.round(median(rates)).toLocaleString('en')} rows/s`,
      relation: what === 'raw engine insert' ? '' : `${(median(rates) / limit).toFixed(2)} of the raw insert`,
    }));
  },
};

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return EVENTS / ((performance.now() - startedMs) / 1000);
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

function rawBlocks(events: ReturnType<typeof makeEvents>): readonly Buffer[] {
  return Array.from({ length: Math.ceil(events.length / ROWS_PER_INSERT) }, (_, index) =>
    rawRows(events.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT)),
  );
}
