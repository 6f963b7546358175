import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { expectSameAnswer, materialize, run, sourceOf, sql } from './snapshot-lab.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxBuilds: 2 });
  service.setNow('2026-01-10T12:00:00Z');
  await service.call('PATCH', '/api/projects/1/', { body: { timezone: 'Asia/Tokyo' } });
  await insertSampleRows(service.services.engine, sampleRows(1));
});
afterAll(() => service.close());

test('every construct of the dialect: the snapshot is the direct answer', async () => {
  const refused: string[] = [];
  for (const [at, query] of ACCEPTED_QUERIES.entries()) {
    const name = `corpus${at}`;
    const made = await service.call('POST', 'endpoints/validate', { body: { query: sql(query) } });
    if (!made.json.is_valid) {
      refused.push(query);
      continue;
    }
    await materialize(service, name, sql(query));
    await expectSameAnswer(service, name, { isOrdered: false });
    const { json } = await service.call('GET', `endpoints/${name}/materialization_status/`);
    expect(json.verified, query).not.toBe(false);
  }
  // Those that need a group type which this project does not have.
  expect(refused.length).toBeLessThan(5);
}, 600_000);

test('bytes changed at random places never answer', async () => {
  await materialize(
    service,
    'random',
    sql('select number as n, toString(cityHash64(number)) as t from numbers(5000) order by n'),
  );
  const truth = JSON.stringify((await run(service, 'random', { refresh: 'direct' })).json.results);
  const page = JSON.stringify(
    (await run(service, 'random', { limit: 9, offset: 4321, refresh: 'direct' })).json.results,
  );
  const { id } = (await service.call('GET', 'endpoints/random/')).json;
  const folder = path.join(service.dataDir, 'objects', 'snapshots', '1', id);
  const [buildId = ''] = readdirSync(folder);
  const random = new RandomSource(seed());
  const restore = () =>
    service.services.database.query
      .updateTable('snapshots')
      .set({ unusableAtMs: null })
      .where('buildId', '=', buildId)
      .execute();
  // Paused, so that nothing is built anew meanwhile.
  await service.services.database.query
    .updateTable('materializations')
    .set({ nextRunAtMs: null })
    .where('endpointId', '=', id)
    .execute();
  for (let round = 0; round < scaled(200); round += 1) {
    const file = path.join(folder, buildId, random.pick(['manifest.json', 'answer.json', 'rows.parquet']));
    const bytes = readFileSync(file);
    const at = random.below(bytes.length);
    const isCut = random.oneIn(4);
    writeFileSync(
      file,
      isCut ? bytes.subarray(0, at) : bytes.with(at, (bytes[at] ?? 0) ^ (1 << random.below(8))),
    );
    const sources = async (): Promise<readonly string[]> => {
      const whole = await run(service, 'random', { refresh: 'force' });
      expect(JSON.stringify(whole.json.results) === truth, `${file} at ${at}`).toBe(true);
      await restore();
      const part = await run(service, 'random', { refresh: 'force', limit: 9, offset: 4321 });
      expect(JSON.stringify(part.json.results), `${file} at ${at}`).toBe(page);
      return [sourceOf(whole), sourceOf(part)];
    };
    // The file system is asked every few milliseconds only; what is in memory answers rightly until then.
    await expect
      .poll(sources, { interval: 5, message: `${file} at ${at}` })
      .toContain('direct refresh_forced');
    writeFileSync(file, bytes);
    await restore();
  }
  expect(sourceOf(await run(service, 'random', { refresh: 'force' }))).toBe(
    'materialized materialized_current',
  );
}, 600_000);

test('five million rows are built and read in bounded memory', async () => {
  const rows = scaled(5_000_000);
  const query = sql(
    `select number as n, toString(number % 1000) as group, toDateTime('2026-01-01 00:00:00') + number as moment,
      number / 7 as share, concat('some text ', toString(number)) as text from numbers(${rows}) order by n desc`,
  );
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await materialize(service, 'large', query);
  clearInterval(watch);
  // The file has about 20 bytes a row: in memory it would stand out.
  expect((most - before) / 1024 ** 2).toBeLessThan(250);
  const { json } = await service.call('GET', 'endpoints/large/materialization_status/');
  expect(json).toMatchObject({ rows, verified: true });
  await expectSameAnswer(service, 'large', { limit: 100 });
  await expectSameAnswer(service, 'large', { limit: 100, offset: rows - 50 });
}, 600_000);
