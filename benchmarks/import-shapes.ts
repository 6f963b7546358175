import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import type { ImportMeasure } from './measure/import-child.ts';
import { madeEvents, ROW_SHAPES, type RowShape, writeShape } from './measure/import-shapes-of-rows.ts';
import { rawRows } from './measure/raw-rows.ts';
import type { Benchmark, Row } from './measure/round.ts';

const ROWS = 1_000_000;
/** Rows of the file in which the first fifth is compared to the last. */
const LONG_ROWS = 10_000_000;
/** The other build gets this share of the rows where it is many times slower, and its rate is told from these. */
const OTHER_SHARE = 0.2;
const SLOW_THERE: readonly string[] = ['no uuid', '$set and $groups'];
const ROWS_PER_INSERT = 100_000;
const ROOT = path.join(import.meta.dirname, '..');
const CHILD = path.join(ROOT, 'benchmarks/measure/import-child.ts');

/**
 * Files of five shapes through `importFile`, each into a new service of its own process, beside the raw insert of the
 * same events and beside another build, whose folder is the third argument (`npm run bench import-shapes 1 ../before`).
 * The second argument is a share of the rows. Processor times are those of the parts of an import, per row.
 */
export const importShapes: Benchmark = {
  question: 'How many rows a second are imported, whatever their shape?',
  measure: async (scale = 1, other = '') => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
    const raw = await rawRate(ROWS * scale);
    const lines: Row[] = [{ what: 'raw insert', value: rate(raw), relation: '' }];
    const rates: number[] = [];
    try {
      for (const shape of ROW_SHAPES) {
        const file = path.join(folder, 'events');
        await writeShape(file, shape, ROWS * scale);
        const own = await importIn(ROOT, file, shape);
        rates.push(rateOf(own));
        const share = `${(rateOf(own) / raw).toFixed(2)} of the insert, ${(rateOf(own) / Math.max(...rates)).toFixed(2)} of the fastest`;
        lines.push({ what: shape.name, value: `${rate(rateOf(own))}, ${stepsOf(own)}`, relation: share });
        if (other === '') continue;
        if (SLOW_THERE.includes(shape.name)) await writeShape(file, shape, ROWS * scale * OTHER_SHARE);
        const before = await importIn(path.resolve(other), file, shape);
        lines.push({
          what: '  the other build',
          value: `${rate(rateOf(before))}, ${stepsOf(before)}`,
          relation: `${(rateOf(own) / rateOf(before)).toFixed(2)} times as fast now`,
        });
      }
      lines.push({ what: 'slowest of the fastest', value: share(Math.min(...rates), rates), relation: '' });
      lines.push(await longFile(folder, LONG_ROWS * scale));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return lines;
  },
};

async function longFile(folder: string, rows: number): Promise<Row> {
  const [, shape] = ROW_SHAPES;
  if (shape === undefined) throw new Error('there are shapes');
  const file = path.join(folder, 'long');
  await writeShape(file, shape, rows);
  const measure = await importIn(ROOT, file, shape);
  const [first = Number.NaN] = measure.fifths;
  const seconds = measure.fifths.map((each) => each.toFixed(1)).join(', ');
  return {
    what: `${rows} rows, ${shape.name}`,
    value: `${rate(rateOf(measure))}, ${stepsOf(measure)}`,
    relation: `last fifth ${(first / (measure.fifths.at(-1) ?? Number.NaN)).toFixed(2)} of the first (${seconds} s)`,
  };
}

function share(slowest: number, rates: readonly number[]): string {
  return (slowest / Math.max(...rates)).toFixed(2);
}

async function importIn(root: string, file: string, shape: RowShape): Promise<ImportMeasure> {
  const order = { path: file, format: shape.format, mapping: shape.mapping };
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, root, JSON.stringify(order)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

/** The engine taking the same events ready-made, in its own binary form. */
async function rawRate(events: number): Promise<number> {
  const { engine, close } = await startTestEngine();
  let ms = 0;
  let some: object[] = [];
  const insert = async (): Promise<void> => {
    const rows = await rawRows(some);
    some = [];
    const startedMs = performance.now();
    await insertEvents(engine, rows);
    ms += performance.now() - startedMs;
  };
  for (const event of madeEvents(events)) if (some.push(event) === ROWS_PER_INSERT) await insert();
  if (some.length > 0) await insert();
  await close();
  return events / (ms / 1000);
}

function rateOf({ rows, seconds }: ImportMeasure): number {
  return rows / seconds;
}

function rate(value: number): string {
  return `${Math.round(value).toLocaleString('en')} rows/s`;
}

function stepsOf({ rows, cpu }: ImportMeasure): string {
  const perRow = (us: number): string => (us / rows).toFixed(1);
  const all = cpu.staging + cpu.engine + cpu.loop + cpu.threads;
  return (
    `${perRow(all)} µs a row: reading ${perRow(cpu.staging)}, judging ${perRow(cpu.threads)}, ` +
    `writing ${perRow(cpu.loop)}, engine ${perRow(cpu.engine)}`
  );
}
