import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { KilledService } from './killed-service.ts';

// [CAP-7.12]: undoing an import is cut off between any two of its steps and ends as if it had not been.

const ROOT_KEY = 'slp_undokill0123456789';
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
  const random = new RandomSource(seed());
  const service = await KilledService.start(ROOT_KEY);
  const call = (...args: Parameters<typeof service.running.call>) => service.running.call(...args);
  for (let round = 0; round < scaled(10); round += 1) {
    const made = await call('POST', '/api/projects', { body: { name: `p${round}` } });
    const project: number = made.json.id;
    const all = Array.from({ length: ROWS }, (_, row) => rowOf(row));
    const shared = all.filter((_, row) => isShared(row));
    const id = await bring(service, project, all);
    await bring(service, project, shared);
    await call('POST', '/batch?wait=true', {
      body: { api_key: made.json.api_token, historical_migration: true, batch: all.slice(0, CAPTURED) },
    });
    const { json } = await call('DELETE', `/api/projects/${project}/imports/${id}`);
    const path = `/api/projects/${project}/events/delete/${json.deletion.id}`;
    const isDone = async () => (await call('GET', path)).json?.state === 'completed';
    for (let longest = 500; !(await isDone()); longest += 700) {
      await delay(random.below(longest));
      await service.killOne(random);
    }
    const gone = ROWS - STAYING.length;
    expect((await call('GET', path)).json).toMatchObject({ events: gone, deleted: gone });
    const sum = STAYING.reduce((before, row) => before + row, 0);
    expect(await service.ask(project, LEFT), `after ${JSON.stringify(service.kills)}`).toEqual([
      [STAYING.length, STAYING.length, sum],
    ]);
    const again = await bring(service, project, all);
    expect((await call('GET', `/api/projects/${project}/imports/${again}`)).json).toMatchObject({
      inserted: gone,
      duplicate: STAYING.length,
    });
  }
  const { kills } = service;
  console.log(`killed: service ${kills.service} times, engine ${kills.engine} times (seed ${seed()})`);
  expect(kills.service).toBeGreaterThan(0);
});

/** What queries see. */
const LEFT = 'select count(), count(distinct uuid), sum(toFloat(properties.n)) from events';

async function bring(service: KilledService, project: number, rows: readonly object[]): Promise<string> {
  const file = rows.map((row) => JSON.stringify(row)).join('\n');
  const answer = JSON.parse(await (await service.sendFile(project, file, '?wait=true')).text());
  expect(answer.state).toBe('completed');
  return answer.id;
}
