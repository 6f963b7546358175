import { expect, onTestFinished, test } from 'vitest';
import { importTables } from '../../src/adapters/engine/statements/import-rows.ts';
import { listIngestionWarnings } from '../../src/adapters/store/ingestion-warning-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { linkImportedPersons } from '../../src/services/capture/import/link-imported-persons.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { importLines, line } from './import-fixture.ts';
import { noteTransactions } from './note-transactions.ts';

const UUID = '0190e5b5-7c4b-7a31-9b5e-000000000001';

async function start(): Promise<CaptureFixture> {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  return capture;
}

test('properties are stored in canonical form', async () => {
  const cases: readonly (readonly [given: string, stored: string])[] = [
    ['{"a":1.5,"b":[true,null],"é\\"":"\\n"}', '{"a":1.5,"b":[true,null],"é\\"":"\\n"}'],
    ['{ "a" : [ 1 ] }', '{"a":[1]}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":1e20}', '{"a":1e+20}'],
    ['{"a":123456789012345678901}', '{"a":1.2345678901234568e+20}'],
    ['{"a":"\\ud800"}', '{"a":"\ufffd"}'],
    ['{"a":9007199254740993}', '{"a":9007199254740993}'],
    ['{"a":18446744073709551616}', '{"a":1.8446744073709552e+19}'],
    ['{"$groups":{}}', '{"$groups":{}}'],
  ];
  const capture = await start();
  const lines = cases.map(([given], index) =>
    JSON.stringify(line({ event: `case ${index}`, properties: 'HERE' })).replace('"HERE"', () => given),
  );
  expect((await importLines(capture, lines)).counts.inserted).toBe(cases.length);
  const stored = await capture.rows('SELECT event, properties FROM app.events ORDER BY event');
  expect(stored).toEqual(cases.map(([, expected], index) => [`case ${index}`, expected]));
});

test('lines that cannot be events are told with their numbers, and the rest is taken', async () => {
  const capture = await start();
  const { counts, rejected } = await importLines(capture, [
    line(),
    'not json',
    line({ uuid: 'x' }),
    line({ event: '' }),
    '[1]',
    line({ distinct_id: undefined }),
    line({ properties: 'text' }),
    line(),
  ]);
  expect(counts).toEqual({ total: 8, read: 8, inserted: 2, duplicate: 0, rejected: 6 });
  expect(rejected.map(({ row_number, reason }) => [row_number, reason])).toEqual([
    [2, 'not_json'],
    [3, 'invalid_uuid'],
    [4, 'missing_event_name'],
    [5, 'not_json'],
    [6, 'missing_distinct_id'],
    [7, 'invalid_properties'],
  ]);
});

// [CAP-4.5]
test('times are taken as they stand, and a row without one that can be read is rejected', async () => {
  const cases: readonly (readonly [sent: string, stored: string])[] = [
    ['2025-06-01T10:00:00.5+02:00', '2025-06-01 08:00:00.500000'],
    ['2025-06-01T10:00:00.123456Z', '2025-06-01 10:00:00.123456'],
    ['2025-06-01 10:00:00-0330', '2025-06-01 13:30:00.000000'],
    ['2025-06-01 10:00:00', '2025-06-01 10:00:00.000000'],
    ['2025-06-01', '2025-06-01 00:00:00.000000'],
    ['1748772000', '2025-06-01 10:00:00.000000'],
    ['2024-02-29T10:00:00Z', '2024-02-29 10:00:00.000000'],
    ['1970-01-01T00:00:00Z', '1970-01-01 00:00:00.000000'],
    ['2026-01-06T10:59:59Z', '2026-01-06 10:59:59.000000'],
    ['2026-01-06T11:00:01Z', '2026-01-06 11:00:01.000000'],
    ['2100-12-31T23:59:59Z', '2100-12-31 23:59:59.000000'],
  ];
  const refused: readonly (readonly [sent: unknown, reason: string])[] = [
    ['1969-12-31T23:59:59Z', 'timestamp_out_of_range'],
    ['2101-01-01T00:00:00Z', 'timestamp_out_of_range'],
    [-1, 'timestamp_out_of_range'],
    ['2025-02-29T10:00:00Z', 'timestamp_unreadable'],
    ['2025-04-31T10:00:00Z', 'timestamp_unreadable'],
    ['31/01/2025', 'timestamp_unreadable'],
    ['yesterday', 'timestamp_unreadable'],
    [true, 'timestamp_unreadable'],
    [{ at: 1 }, 'timestamp_unreadable'],
    ['', 'missing_timestamp'],
    [null, 'missing_timestamp'],
    [undefined, 'missing_timestamp'],
  ];
  const capture = await start();
  const lines = cases.map(([timestamp], index) => line({ timestamp, distinct_id: `case ${100 + index}` }));
  // An age means something to a server that is sent to, not in a file.
  const others = refused.map(([timestamp]) => line({ timestamp, offset: 1000 }));
  const { counts, rejected } = await importLines(capture, [...lines, ...others]);
  expect(counts).toMatchObject({ inserted: cases.length, rejected: refused.length });
  expect(rejected.map(({ row_number, reason }) => [row_number, reason])).toEqual(
    refused.map(([, reason], index) => [cases.length + index + 1, reason]),
  );
  const stored = await capture.rows(
    'SELECT distinct_id, toString(timestamp) FROM app.events ORDER BY distinct_id',
  );
  expect(stored).toEqual(cases.map(([, expected], index) => [`case ${100 + index}`, expected]));

  const { database } = capture.services;
  const kept = await listIngestionWarnings(database.query, capture.project.id, { limit: 10, offset: 0 });
  const told = kept.results.map(({ reason, details }) => [reason, details['row_number']]);
  expect(told.toSorted()).toEqual([
    ['timestamp_in_future', cases.length - 1],
    ['timestamp_in_future', cases.length],
  ]);
});

test('events that were captured or come twice in the file count once', async () => {
  const capture = await start();
  const captured = line({ uuid: UUID, properties: { from: 'capture' } });
  await capture.send({ api_key: 'slc_test', batch: [captured] });
  const odd = line({ properties: { $set: { x: 1 } } });
  const lines = [
    line({ uuid: UUID.toUpperCase() }),
    ...Array(3).fill(line()),
    odd,
    odd,
    line({ uuid: undefined }),
  ];
  expect((await importLines(capture, lines)).counts).toMatchObject({ inserted: 3, duplicate: 4 });
  expect((await importLines(capture, lines)).counts).toMatchObject({ inserted: 0, duplicate: 7 });
  await capture.send({ api_key: 'slc_test', batch: [captured, odd] });
  expect(await capture.rows('SELECT count(), uniqExact(uuid) FROM app.events')).toEqual([[4, 4]]);
  expect(await capture.rows(`SELECT properties FROM app.events WHERE uuid = '${UUID}'`)).toEqual([
    ['{"from":"capture"}'],
  ]);
});

// [CAP-7.4]
test('person properties are set in the order of time, not of the file', async () => {
  const capture = await start();
  const at = (timestamp: string, person_properties: object) => line({ timestamp, person_properties });
  await importLines(capture, [
    at('2025-03-01T00:00:00Z', { plan: 'pro', only: 3 }),
    at('2025-01-01T00:00:00Z', { plan: 'free', first: 1 }),
    at('2025-02-01T00:00:00Z', { plan: 'trial', first: null }),
  ]);
  const [row] = await capture.rows('SELECT properties, toString(created_at) FROM app.persons FINAL');
  expect(JSON.parse(String(row?.[0]))).toEqual({ plan: 'pro', only: 3, first: null });
  expect(row?.[1]).toBe('2025-01-01 00:00:00.000000');
});

// [CAP-7.2]
test('a file is taken in the order of time, also beyond what is read at once', async () => {
  const capture = await start();
  const sets = (minute: number, more: object = {}) =>
    line({ timestamp: new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString(), ...more });
  const late = [
    sets(60_000, { properties: { $set: { plan: 'pro' } } }),
    sets(59_000, { person_properties: { seats: 9 } }),
    sets(58_000, { event: '$identify', properties: { $anon_distinct_id: 'visitor' } }),
  ];
  const early = Array.from({ length: 26_000 }, (_, minute) =>
    sets(minute, { distinct_id: 'visitor', properties: { $set: { plan: 'free', seats: 1 } } }),
  );
  const { counts } = await importLines(capture, [...late, ...early.reverse()]);
  expect(counts).toMatchObject({ inserted: 26_003, duplicate: 0 });
  const persons = await capture.rows('SELECT properties FROM app.persons FINAL');
  expect(persons.map(([properties]) => JSON.parse(String(properties)))).toEqual([{ plan: 'pro', seats: 9 }]);
});

test('whoever reads or changes persons takes a number first, which keeps other replicas waiting', async () => {
  const transactions: string[][] = [];
  const capture = await startCapture(
    (engine) => engine,
    (database) => noteTransactions(database, transactions),
  );
  onTestFinished(() => capture.close());
  const person = { person_id: newUuid() };
  const lines = [line({ distinct_id: 'a', ...person }), line({ distinct_id: 'b', ...person })];
  await importLines(capture, lines);
  const withPersons = transactions.filter((tables) => tables.some((table) => /^person/.test(table)));
  // The block, and the links of its persons.
  expect(withPersons.length).toBeGreaterThan(1);
  const firsts = withPersons.map((tables) => tables.find((table) => /^(counters|person)/.test(table)));
  expect(firsts).toEqual(withPersons.map(() => 'counters'));
});

test('ids of 150 and of 250 letters beyond ASCII are linked by the person of the file', async () => {
  const capture = await start();
  const person = { person_id: newUuid() };
  const ids = ['a', 'я'.repeat(150), 'ж'.repeat(250)];
  await importLines(
    capture,
    ids.map((distinct_id) => line({ distinct_id, ...person })),
  );
  const [row] = await capture.rows('SELECT count(), uniqExact(person_id) FROM app.person_distinct_ids FINAL');
  expect(row).toEqual([3, 1]);
});

test('linking persons stops when it is told to, and goes on later', async () => {
  const capture = await start();
  const { services, project } = capture;
  const batch = ['a', 'b'].map((distinct_id) => ({ event: 'seen', distinct_id }));
  await capture.send({ api_key: 'slc_test', batch });
  const persons = async () =>
    (await capture.rows('SELECT uniqExact(person_id) FROM app.person_distinct_ids FINAL'))[0]?.[0];
  const key = { id: newUuid(), projectId: project.id };
  const { lines } = importTables(key.id, project.id);
  await services.engine.command(
    `CREATE TABLE ${lines} (distinct_id String, person_id UUID) ENGINE = MergeTree ORDER BY ()`,
  );
  await services.engine.command(`INSERT INTO ${lines} VALUES ('a', '${UUID}'), ('b', '${UUID}')`);
  expect(await linkImportedPersons(services, key, AbortSignal.abort())).toBe(false);
  expect(await persons()).toBe(2);
  expect(await linkImportedPersons(services, key)).toBe(true);
  expect(await persons()).toBe(1);
});
