import { expect, onTestFinished, test } from 'vitest';
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

test('rows that an import leaves out unread because they are known get its source too', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  // Four blocks: from the third one on an import that has met repeats reads no known rows.
  const lines = Array.from({ length: 24 }, () => line({ properties: { large: 'x'.repeat(1024 * 1024) } }));
  for (const duplicate of [0, lines.length])
    expect((await importLines(capture, lines)).counts).toMatchObject({ read: lines.length, duplicate });
  expect(
    await capture.rows(
      `SELECT source, count(), uniqExact(uuid) FROM app.event_ids GROUP BY source ORDER BY source`,
    ),
  ).toEqual([
    [1, lines.length, lines.length],
    [2, lines.length, lines.length],
  ]);
});
