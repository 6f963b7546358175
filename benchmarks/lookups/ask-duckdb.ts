import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { type AskedDatabase, answerOf } from './asked-database.ts';
import { exportEvents } from './export-events.ts';

const COLUMNS = `event, distinct_id, person_id, timestamp,
  JSONExtractString(properties, 'customer_id') AS customer_id,
  JSONExtractString(properties, 'feature') AS feature,
  JSONExtractFloat(properties, 'units') AS units`;

/** A DuckDB of one thread with the events of project 1 in the order of time; what is asked for has its own columns. */
export async function fillDuckdb(engine: Engine, folder: string): Promise<AskedDatabase> {
  const instance = await DuckDBInstance.create(path.join(folder, 'events.duckdb'), { threads: '1' });
  const connection = await instance.connect();
  let isEmpty = true;
  await exportEvents(engine, folder, { columns: COLUMNS, format: 'Parquet' }, async (file) => {
    const start = isEmpty ? 'CREATE TABLE events AS' : 'INSERT INTO events';
    isEmpty = false;
    await connection.run(`${start} SELECT * FROM read_parquet('${file}')`);
  });
  await connection.run('CHECKPOINT');
  return {
    ask: async ({ duckdb }, customer) => {
      const reader = await connection.runAndReadAll(duckdb, [customer]);
      return answerOf(reader.getRowsJson());
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
