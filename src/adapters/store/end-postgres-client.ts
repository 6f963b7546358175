import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 1_000;

/** Ends a connection that may be dead already, without waiting long for one that is silent. */
export async function endPostgresClient(client: pg.Client): Promise<void> {
  const ended = new AbortController();
  const patience = delay(PATIENCE_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), patience]);
  ended.abort();
}
