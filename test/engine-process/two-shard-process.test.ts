import { expect, test } from 'vitest';
import { makeTables } from '../../src/adapters/engine/ddl/make-tables.ts';
import { ENGINE_HEADER } from '../../src/adapters/engine/engine-header.ts';
import { engineSecrets } from '../../src/adapters/engine/engine-secrets.ts';
import { countProjectEvents } from '../../src/adapters/engine/statements/count-project-events.ts';
import { countEventMutations } from '../../src/adapters/engine/statements/delete-expired-events.ts';
import { deletePersonRows } from '../../src/adapters/engine/statements/delete-person-rows.ts';
import { copyIntoLookup } from '../../src/adapters/engine/statements/lookup-rows.ts';
import { measureLookup } from '../../src/adapters/engine/statements/measure-lookup.ts';
import {
  addPromotedColumns,
  dropPromotedColumns,
  fillPromotedColumns,
  readPromotedColumns,
} from '../../src/adapters/engine/statements/promoted-columns.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { callFront, ENGINE_SECRET, engineAt, startEngineProcess } from '../fixtures/start-engine-process.ts';

// [ENG-14.7]: a service works with two shards as with one engine, and knows no difference.

test('what a service sends works on two shards, through the front alone', async () => {
  const started = await startEngineProcess({ args: ['--shards', '2'] });
  const engine = engineAt(started.url);
  const query = async (sql: string, projectId = 1) => rowsOf(await engine.query(queryOf(sql, { projectId })));
  const answer = await callFront(started.url, ['reader', engineSecrets(ENGINE_SECRET)], { path: '/ping' });
  expect(answer.headers.get(ENGINE_HEADER)).toMatch(/;shards=2$/);
  for (let start = 0; start < 2; start += 1) await makeTables(engine);
  await engine.prepareProjects([1, 2]);
  for (const projectId of [1, 2]) await insertSampleRows(engine, sampleRows(projectId, `of ${projectId}`));
  for (const projectId of [1, 2]) {
    expect(
      await query('SELECT count(), uniqExact(uuid), uniqExact(_shard_num) FROM app.events', projectId),
    ).toEqual([[12, 12, 2]]);
    expect(await query("SELECT DISTINCT extract(event, 'of [0-9]+$') FROM app.events", projectId)).toEqual([
      [`of ${projectId}`],
    ]);
  }
  expect([...(await countProjectEvents(engine)).values()].reduce((sum, count) => sum + count)).toBe(24);

  const subject = { kind: 'property', key: 'plan' } as const;
  expect(await measureLookup(engine, { projectId: 1, events: 12 }, subject)).toBe(0.5);
  const range = { fromUs: 0, beforeUs: 4_000_000_000_000_000 };
  await copyIntoLookup(engine, { projectId: 1, number: 1, subject }, range);
  expect(await query('SELECT count() FROM app.lookups')).toEqual([[12]]);

  await addPromotedColumns(engine, ['plan']);
  const [promoted] = await readPromotedColumns(engine);
  expect(promoted).toMatchObject({ property: 'plan', isFilled: false });
  const column = promoted?.column ?? '';
  const plans = `SELECT uniqExact(${column}), countIf(${column} = JSONExtractString(properties, 'plan')) FROM app.events`;
  expect(await query(plans)).toEqual([[2, 12]]);
  await fillPromotedColumns(
    engine,
    [promoted].flatMap((each) => each ?? []),
  );
  await expect.poll(async () => (await readPromotedColumns(engine))[0]?.isFilled).toBe(true);
  expect(await query(plans)).toEqual([[2, 12]]);
  await expect.poll(() => countEventMutations(engine)).toBe(0);
  await dropPromotedColumns(engine, await readPromotedColumns(engine));
  expect(await readPromotedColumns(engine)).toEqual([]);

  const [[person] = []] = await query('SELECT any(person_id) FROM app.events');
  await deletePersonRows(engine, 1, [String(person)]);
  expect(await query('SELECT count() FROM app.events')).toEqual([[9]]);
  expect(await query('SELECT count() FROM app.events', 2)).toEqual([[12]]);
  await engine.close();
  expect(await started.stop()).toBe(0);
});
