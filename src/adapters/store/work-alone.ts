import pg from 'pg';
import { endPostgresClient } from './end-postgres-client.ts';
import { translatePostgresError } from './postgres-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const LOCK =
  "select pg_try_advisory_lock(hashtextextended(coalesce(current_schema(), '') || ' alone ' || $1, 0)) as held";

/**
 * Does `work` while a session of its own has the advisory lock of that name; does nothing when another session has it.
 * The lock goes with the connection, however that ends.
 */
export async function workAlone(url: string, name: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `sluice ${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    if (await isTaken(client, name)) return;
    await work();
  } finally {
    await endPostgresClient(client);
  }
}

async function isTaken(client: pg.Client, name: string): Promise<boolean> {
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>(LOCK, [name]);
    return rows[0]?.held !== true;
  } catch (error) {
    throw translatePostgresError(error);
  }
}
