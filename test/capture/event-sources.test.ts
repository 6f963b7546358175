import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  BEFORE_ALL,
  findBlockEnds,
  type ImportTables,
  importTables,
  type RowPlace,
  readBlock,
  stageFile,
} from '../../src/adapters/engine/statements/import-rows.ts';
import { readFileStart } from '../../src/base/file-start.ts';
import { newUuid } from '../../src/base/ids.ts';
import { judgeBlock } from '../../src/services/capture/import/judge-block.ts';
import { BLOCK } from '../../src/services/capture/import/write-blocks.ts';
import { startCapture } from './capture-fixture.ts';
import { importLines, line } from './import-fixture.ts';

// [ENG-7.3], decision 0041.

test('of each event every source is known that has brought it, and each source once', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  // Plain rows and others, which once went different ways.
  const [a, b, c] = [
    line({ event: 'a' }),
    line({ event: 'b', properties: { $set: { n: 1 } } }),
    line({ event: 'c' }),
  ];
  const capturing = async (...events: readonly object[]) =>
    capture.send({ api_key: 'slc_test', historical_migration: true, batch: events });
  await capturing(a, b);
  await importLines(capture, [b, c, a, b]);
  await importLines(capture, [c]);
  await capturing(c, a);
  await capturing(c);
  expect(await sources()).toEqual([
    ['a', [0, 1]],
    ['b', [0, 1]],
    ['c', [0, 1, 2]],
  ]);
  expect(await capture.rows('SELECT count(), uniqExact(uuid, source) FROM app.event_ids')).toEqual([[7, 7]]);

  function sources() {
    return capture.rows(`SELECT event, arraySort(groupArray(source)) FROM app.event_ids
      INNER JOIN (SELECT uuid, event FROM app.events) AS e USING uuid GROUP BY event ORDER BY event`);
  }
});

/** Stages a file of one block. @returns its end */
async function stageBlock(engine: Engine, tables: ImportTables, path: string): Promise<RowPlace> {
  const file = { kind: 'file', path } as const;
  const start = await readFileStart(path);
  await stageFile(engine, tables, { file, start, format: 'posthog', mapping: null });
  const [upTo = BEFORE_ALL] = await findBlockEnds(engine, tables, BEFORE_ALL, BLOCK);
  return upTo;
}

test('rows that an import leaves out unread because they are known get its source too, once', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  const { engine } = capture.services;
  const known = [line(), line({ distinct_id: 'b' })];
  await importLines(capture, known);
  const path = join(capture.folder, 'again.jsonl');
  writeFileSync(path, [...known, line()].map((each) => JSON.stringify(each)).join('\n'));
  const running = { id: newUuid(), projectId: capture.project.id, number: 7 };
  const tables = importTables(running.id, running.projectId);
  const upTo = await stageBlock(engine, tables, path);
  for (let attempt = 0; attempt < 2; attempt += 1)
    await judgeBlock(capture.services, running, { after: BEFORE_ALL, upTo, skipsKnown: true });
  expect(
    await capture.rows(
      'SELECT source, count(), uniqExact(uuid) FROM app.event_ids GROUP BY source ORDER BY source',
    ),
  ).toEqual([
    [1, 2, 2],
    [7, 2, 2],
  ]);
});

test('no id is the id of no row, even where an event has the id of zeros; of repeated ids the last counts', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  const { engine } = capture.services;
  const zeros = '00000000-0000-0000-0000-000000000000';
  const [known, other] = [line(), line()];
  await importLines(capture, [line({ uuid: zeros }), known]);
  const path = join(capture.folder, 'again.jsonl');
  const { uuid: _, ...without } = line();
  const twice = JSON.stringify(other).replace('{', `{"uuid":"${known.uuid}",`);
  const dashless = JSON.stringify({ ...known, uuid: known.uuid.replaceAll('-', '') });
  writeFileSync(path, [JSON.stringify(without), twice, dashless].join('\n'));
  const tables = importTables(newUuid(), capture.project.id);
  const upTo = await stageBlock(engine, tables, path);
  const { rows, known: left } = await readBlock(engine, tables, {
    after: BEFORE_ALL,
    upTo,
    skipsKnown: true,
  });
  expect([rows.toString().trimEnd().split('\n').length, left]).toEqual([3, 0]);
});
