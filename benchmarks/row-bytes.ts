import type { Engine } from '../src/adapters/engine/engine.ts';
import { parseRows } from '../src/adapters/engine/parse-rows.ts';
import { fillLookups } from '../test/fixtures/fill-lookups.ts';
import { startTestEngine } from '../test/fixtures/start-engine.ts';
import { fillCustomerEvents } from './lookups/customer-events.ts';
import type { Benchmark, Row } from './measure/round.ts';

const EVENTS = 1_000_000;
const TABLES = ['events', 'lookups', 'event_ids'];

/** What rows take on the disk after all merges: a count, the same on every machine. */
export const rowBytes: Benchmark = {
  question: 'How many bytes do an event, its row in a lookup and its id take on the disk?',
  measure: async (scale = 1) => {
    const { engine, close } = await startTestEngine();
    try {
      await engine.ensureProject(1);
      const count = EVENTS * scale;
      await fillCustomerEvents(engine, { from: 0, count, ordinaryAmong: count });
      await fillLookups(engine, 1, [{ kind: 'property', key: 'customer_id' }], 1);
      const rows: Row[] = [];
      for (const table of TABLES) rows.push(await measured(engine, table));
      return rows;
    } finally {
      await close();
    }
  },
};

async function measured(engine: Engine, table: string): Promise<Row> {
  await engine.command(`OPTIMIZE TABLE app.${table} FINAL`, {}, { timeoutMs: 3_600_000 });
  const answer = await engine.command(
    `SELECT sum(bytes_on_disk) / sum(rows), sum(data_uncompressed_bytes) / sum(rows) FROM system.parts
      WHERE database = 'app' AND table = '${table}' AND active`,
  );
  const [[stored, plain] = []] = parseRows(answer);
  return {
    what: table,
    value: `${shown(stored)} bytes a row`,
    relation: `${shown(plain)} before compression`,
  };
}

function shown(bytes: unknown): string {
  return Number(bytes).toFixed(1);
}
