import pg from 'pg';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { startPostgres } from '../../test/fixtures/start-postgres.ts';
import { type AskedDatabase, answerOf } from './asked-database.ts';
import { exportEvents } from './export-events.ts';

const TABLE = `CREATE TABLE events (
  uuid uuid, event text, distinct_id text, person_id uuid, timestamp timestamptz, properties jsonb)`;
const INDEX = `CREATE INDEX ON events ((properties->>'customer_id'), timestamp)`;

/** All of it stays in memory, as on a server that is well set up. */
const SETTINGS = [
  'shared_buffers=4GB',
  'work_mem=64MB',
  'maintenance_work_mem=1GB',
  'max_wal_size=8GB',
  'timezone=UTC',
];

/** A PostgreSQL with the events of project 1, documents as `jsonb`, and an index on the customer and the time. */
export async function fillPostgres(engine: Engine, folder: string): Promise<AskedDatabase> {
  const server = await startPostgres(SETTINGS);
  const types = { getTypeParser: () => String };
  const client = new pg.Client({ connectionString: await server.newDatabase(), types });
  await client.connect();
  await client.query(TABLE);
  const columns = 'uuid, event, distinct_id, person_id, timestamp, properties';
  await exportEvents(engine, folder, { columns, format: 'CSV' }, (file) =>
    client.query(`COPY events FROM ${pg.escapeLiteral(file)} (FORMAT csv)`),
  );
  await client.query(INDEX);
  await client.query('VACUUM ANALYZE events');
  return {
    ask: async ({ postgres }, customer) => {
      const { rows } = await client.query({ text: postgres, values: [customer], rowMode: 'array' });
      return answerOf(rows);
    },
    close: async () => {
      await client.end();
      await server.close();
    },
  };
}
