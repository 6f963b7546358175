import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// [CAP-7.12]: undoing an import is cut off between any two of its steps and ends as if it had not been.

const ROOT_KEY = 'slp_undokill0123456789';
const AUTHORIZATION = { authorization: `Bearer ${ROOT_KEY}` };
const ROWS = 30_000;
/** Every third row is brought by another import too, and the first hundred are captured too. */
const isShared = (row: number) => row % 3 === 0;
const CAPTURED = 100;
const STAYING = Array.from({ length: ROWS }, (_, row) => row).filter(
  (row) => isShared(row) || row < CAPTURED,
);

/** A row of one of ten months. */
const rowOf = (row: number) => ({
  uuid: `0190e5b5-7c4b-7a31-9b5e-${String(row).padStart(12, '0')}`,
  event: 'e',
  distinct_id: `d${row % 500}`,
  timestamp: new Date(Date.UTC(2025, row % 10, 1 + (row % 28), 10)).toISOString(),
  properties: { n: row, ...(row % 7 === 0 && { $set: { last: row } }) },
});

test('an undo whose service or engine is killed again and again takes the same events', async () => {
  const folder = temporaryFolder();
  const start = () => startServiceProcess({ SLUICE_ROOT_KEY: ROOT_KEY, SLUICE_DATA_DIR: folder });
  const random = new RandomSource(seed());
  const kills = { service: 0, engine: 0 };
  let service = await start();
  for (let round = 0; round < scaled(10); round += 1) {
    const made = await service.call('POST', '/api/projects', { body: { name: `p${round}` } });
    const below = `/api/projects/${made.json.id}`;
    const all = Array.from({ length: ROWS }, (_, row) => rowOf(row));
    const id = await bring(service, below, all);
    await bring(
      service,
      below,
      all.filter((_, row) => isShared(row)),
    );
    await service.call('POST', '/batch?wait=true', {
      body: { api_key: made.json.api_token, historical_migration: true, batch: all.slice(0, CAPTURED) },
    });
    const { json } = await service.call('DELETE', `${below}/imports/${id}`);
    const path = `${below}/events/delete/${json.deletion.id}`;
    const isDone = async () => (await service.call('GET', path)).json?.state === 'completed';
    for (let longest = 500; !(await isDone()); longest += 700) {
      await delay(random.below(longest));
      if (random.oneIn(3)) {
        service.killEngine();
        kills.engine += 1;
      } else {
        await service.kill();
        kills.service += 1;
        service = await start();
      }
    }
    const gone = ROWS - STAYING.length;
    expect((await service.call('GET', path)).json).toMatchObject({ events: gone, deleted: gone });
    const sum = STAYING.reduce((before, row) => before + row, 0);
    expect(await left(service, below), `after ${JSON.stringify(kills)}`).toEqual([
      [STAYING.length, STAYING.length, sum],
    ]);
    const again = await bring(service, below, all);
    expect((await service.call('GET', `${below}/imports/${again}`)).json).toMatchObject({
      inserted: gone,
      duplicate: STAYING.length,
    });
  }
  console.log(`killed: service ${kills.service} times, engine ${kills.engine} times (seed ${seed()})`);
  expect(kills.service).toBeGreaterThan(0);
  await service.kill();
});

async function bring(service: ServiceProcess, below: string, rows: readonly object[]): Promise<string> {
  const sent = await fetch(`${service.url}${below}/imports/?wait=true`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/octet-stream' },
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  const answer = JSON.parse(await sent.text());
  expect(answer.state).toBe('completed');
  return answer.id;
}

/** What queries see. */
async function left(service: ServiceProcess, below: string): Promise<unknown> {
  const query = 'select count(), count(distinct uuid), sum(toFloat(properties.n)) from events';
  const body = { query: { kind: 'HogQLQuery', query } };
  for (;;) {
    const { status, json } = await service.call('POST', `${below}/query`, { body });
    if (status === 200) return json.results;
    // The engine was killed last and is not back yet.
    expect(status).toBe(503);
    await delay(100);
  }
}
