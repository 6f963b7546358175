import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listEventDefinitions } from '../../src/adapters/store/definition-store.ts';
import { type ImportOrder, insertImport } from '../../src/adapters/store/import-store.ts';
import { listCountedProperties } from '../../src/adapters/store/property-count-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { importMappingSchema } from '../../src/schema/import-mapping.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { runImport } from '../../src/services/capture/import/run-import.ts';
import { addProject } from '../store/add-project.ts';
import { startCapture } from './capture-fixture.ts';
import { countsOf, line, rejectedIn } from './import-fixture.ts';
import { Interruption } from './interruption.ts';

// An import is cut off at each of its calls to the engine, and gone on with after a restart: it must end with the
// counts of one that was not cut off, and with the same reject file. [CAP-7.7].

test('an import that is cut off at any call ends with the same counts', async () => {
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  const person = { person_id: newUuid() };
  const plain = [
    line(person),
    line({ timestamp: '2024-01-01T00:00:00Z' }),
    line({ distinct_id: 'b', ...person }),
  ];
  const odd = [line({ properties: { $set: { x: 1 } } }), 'no event', line({ event: '$identify' })];
  const rows = [...plain, ...odd, plain[0], odd[0]];
  const file = path.join(capture.folder, 'events.jsonl');
  writeFileSync(file, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
  let projects = 0;
  const startImport = async () => {
    projects += 1;
    const { id } = await addProject(capture.services.database, `slc_${projects}`);
    const order: ImportOrder = {
      format: 'posthog',
      mapping: null,
      path: file,
      fileState: '',
      ownsFile: false,
      rejectPath: `${file}.${id}.rejected`,
      onError: 'skip',
      isDryRun: false,
    };
    const added = { id: newUuid(), projectId: id, replica: 'local', fileName: 'events', order };
    await insertImport(capture.services.database.query, added, 0);
    return { id, run: async () => countsOf(await runImport(capture.services, added)) };
  };
  interruption.arm(Number.POSITIVE_INFINITY, false);
  const catalogue = async (id: number) => {
    const { query } = capture.services.database;
    const page = { limit: 100, offset: 0 };
    return [await listEventDefinitions(query, id, page), await listCountedProperties(query, id, page)];
  };
  const calm = await startImport();
  const expected = await calm.run();
  const expectedCatalogue = await catalogue(calm.id);
  expect(expected).toEqual({ total: 8, read: 8, inserted: 5, duplicate: 2, rejected: 1 });
  const calls = interruption.calls;
  // The writer tries again what fails while rows go through the spool.
  interruption.failures = 2;
  for (let call = 1; call <= calls; call += 3) {
    const { id, run } = await startImport();
    interruption.arm(call, call % 2 === 0);
    await run().catch(() => undefined);
    interruption.disarm();
    await capture.reopen();
    expect(await run(), `cut off at call ${call} of ${calls}`).toEqual(expected);
    const counts = `SELECT count(), uniqExact(uuid) FROM app.events WHERE project_id = ${id}`;
    expect(await capture.rows(counts)).toEqual([[5, 5]]);
    const ids = `SELECT count(), uniqExact(person_id) FROM app.person_distinct_ids FINAL WHERE project_id = ${id}`;
    expect(await capture.rows(ids)).toEqual([[2, 1]]);
    expect(await catalogue(id)).toEqual(expectedCatalogue);
  }
});

test('a table that is converted ends with the same reject file, wherever its import is cut off', async () => {
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  const file = path.join(capture.folder, 'table.csv');
  const rows = ['a;ada;2025-06-01', ';eve;2025-06-01', 'b;ada;2025-05-01', 'c;;2025-04-01'];
  writeFileSync(file, Buffer.from(`\uFEFFwhat;who;at\n${rows.join('\n')}\n`, 'utf16le'));
  const mapping = importMappingSchema.parse({ event: 'what', distinct_id: 'who', timestamp: 'at' });
  let projects = 100;
  const startImport = async () => {
    projects += 1;
    const { id } = await addProject(capture.services.database, `slc_${projects}`);
    const request = { projectId: id, path: file, format: 'csv', mapping } as const;
    const rejectPath = `${file}.${id}.rejected`;
    return async () => {
      const ended = countsOf(await importFile(capture.services, { ...request, rejectPath }));
      return { ended, rejected: rejectedIn(rejectPath) };
    };
  };
  interruption.arm(Number.POSITIVE_INFINITY, false);
  const expected = await (await startImport())();
  expect(expected.rejected.map(({ row_number, row }) => [row_number, JSON.parse(row).who])).toEqual([
    [2, 'eve'],
    [4, null],
  ]);
  const calls = interruption.calls;
  interruption.failures = 2;
  for (let call = 1; call <= calls; call += 2) {
    const run = await startImport();
    interruption.arm(call, call % 4 === 1);
    // Only a crash leaves an import running; what fails is imported anew.
    const attempt = await run().catch(() => null);
    interruption.disarm();
    await capture.reopen();
    const { ended, rejected } = attempt ?? (await run());
    expect([ended.rejected, rejected], `cut off at call ${call} of ${calls}`).toEqual([2, expected.rejected]);
    expect(ended.inserted + ended.duplicate).toBe(2);
  }
});
