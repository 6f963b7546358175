import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPropertyDefinitions } from '../../src/adapters/store/definition-store.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { type CaptureFixture, startCapture } from '../capture/capture-fixture.ts';
import { countsOf } from '../capture/import-fixture.ts';
import { type GitEvent, gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';

const EVENTS = 40_373;

let capture: CaptureFixture;
let events: readonly GitEvent[];
beforeAll(async () => {
  events = readGitHistory();
  capture = await startCapture();
  capture.services.clock.set(Date.UTC(2026, 10, 1));
});
afterAll(() => capture.close());

async function importHistory() {
  const request = { projectId: capture.project.id, path: gitHistoryPath() };
  return countsOf(await importFile(capture.services, request));
}

test('the file is imported whole, and a second time changes nothing', async () => {
  expect(await importHistory()).toEqual({
    total: EVENTS,
    read: EVENTS,
    inserted: EVENTS,
    duplicate: 0,
    rejected: 0,
  });
  const before = await checksums();
  expect(await importHistory()).toEqual({
    total: EVENTS,
    read: EVENTS,
    inserted: 0,
    duplicate: EVENTS,
    rejected: 0,
  });
  expect(await checksums()).toEqual(before);
  expect(before[0]?.[0]).toEqual(EVENTS);
  const leftover = "SELECT name FROM system.tables WHERE database = 'app' AND startsWith(name, 'import_')";
  expect(await capture.rows(leftover)).toEqual([]);
});

async function checksums() {
  return capture.rows(`SELECT (SELECT count() FROM app.events), (SELECT uniqExact(uuid) FROM app.event_ids),
    (SELECT groupBitXor(cityHash64(*)) FROM app.events),
    (SELECT (count(), groupBitXor(cityHash64(*))) FROM app.persons FINAL),
    (SELECT (count(), groupBitXor(cityHash64(*))) FROM app.person_distinct_ids FINAL)`);
}

test('each event is stored as it stands in the file', async () => {
  const rows =
    await capture.rows(`SELECT toString(uuid), event, distinct_id, toUnixTimestamp64Micro(timestamp),
    properties FROM app.events ORDER BY uuid`);
  const expected = events
    .map((each) => [
      each.uuid,
      each.event,
      each.distinct_id,
      Date.parse(each.timestamp) * 1000,
      JSON.stringify(each.properties),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  expect(rows.length).toBe(expected.length);
  // Sorted as texts here and as numbers there: compared by id.
  const stored = new Map(rows.map((row) => [row[0], row]));
  const different = expected.filter((row) => JSON.stringify(stored.get(row[0])) !== JSON.stringify(row));
  expect(different).toEqual([]);
});

test('each distinct id is a person with its last properties and its first time', async () => {
  const expected = new Map<string, { firstUs: number; properties: Record<string, unknown> }>();
  for (const each of events) {
    const atUs = Date.parse(each.timestamp) * 1000;
    const person = expected.get(each.distinct_id) ?? { firstUs: atUs, properties: {} };
    Object.assign(person.properties, each.person_properties);
    expected.set(each.distinct_id, { ...person, firstUs: Math.min(person.firstUs, atUs) });
  }
  const rows = await capture.rows(`SELECT d.distinct_id, toUnixTimestamp64Micro(p.created_at), p.properties,
      toString(p.id), e.person_ids
    FROM (SELECT * FROM app.person_distinct_ids FINAL) AS d
    JOIN (SELECT * FROM app.persons FINAL) AS p ON p.id = d.person_id
    JOIN (SELECT distinct_id, arrayStringConcat(groupUniqArray(toString(person_id)), ' ') AS person_ids
      FROM app.events GROUP BY distinct_id) AS e ON e.distinct_id = d.distinct_id`);
  expect(rows.length).toBe(expected.size);
  for (const [distinctId, firstUs, properties, personId, eventPersonIds] of rows) {
    const person = expected.get(String(distinctId));
    expect([firstUs, JSON.parse(String(properties))], String(distinctId)).toEqual([
      person?.firstUs,
      person?.properties,
    ]);
    expect(eventPersonIds).toBe(personId);
  }
});

test('properties get their types', async () => {
  const { database } = capture.services;
  const found = await listPropertyDefinitions(database.query, capture.project.id);
  const types = Object.fromEntries(
    found.map(({ type, name, propertyType }) => [`${type}.${name}`, propertyType]),
  );
  expect(types).toMatchObject({
    'event.repo': 'String',
    'event.files_changed': 'Numeric',
    'event.prerelease': 'Boolean',
    'event.folders': 'String',
    'person.is_bot': 'Boolean',
    'person.home_repo': 'String',
  });
});
