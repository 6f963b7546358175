import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listEventDefinitions, listPropertyDefinitions } from '../../src/adapters/store/definition-store.ts';
import { listIngestionWarnings } from '../../src/adapters/store/ingestion-warning-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { type CaptureFixture, NOW_MS, startCapture } from './capture-fixture.ts';

// [CAP-2.9], [CAP-5.2], [CAP-5.8], [CAP-5.10], [CAP-6.2], [CAP-6.6].

let capture: CaptureFixture;
beforeAll(async () => {
  capture = await startCapture();
});
afterAll(() => capture.close());

/** Each test writes under a name of its own. */
let name: string;
beforeEach(({ task }) => {
  name = task.name.replaceAll(/\W+/g, '-');
});

function event(more: object = {}) {
  return { event: name, distinct_id: `${name}-user`, uuid: newUuid(), ...more };
}

function batch(...events: object[]) {
  return { api_key: 'slc_test', batch: events };
}

async function countEvents(): Promise<number> {
  const [row] = await capture.rows(`SELECT count() FROM app.events WHERE event = '${name}'`);
  return Number(row?.[0]);
}

/** Current persons behind distinct ids that begin with the test's name: [distinct id, properties, identified]. */
async function persons() {
  return capture.rows(`SELECT d.distinct_id, p.properties, p.is_identified
    FROM (SELECT * FROM app.person_distinct_ids FINAL) AS d
    JOIN (SELECT * FROM app.persons FINAL) AS p ON p.project_id = d.project_id AND p.id = d.person_id
    WHERE startsWith(d.distinct_id, '${name}') ORDER BY 1`);
}

test('an event is stored with all its columns', async () => {
  const uuid = newUuid();
  await capture.send(
    batch(
      event({
        uuid,
        timestamp: '2026-01-05T11:59:00.123456Z',
        properties: { a: 1, big: 'x', $session_id: 's' },
      }),
    ),
  );
  expect(
    await capture.rows(`SELECT project_id, toString(uuid), event, distinct_id, toString(timestamp), toString(created_at),
      properties, session_id, person_mode, person_id != toUUID('00000000-0000-0000-0000-000000000000')
      FROM app.events WHERE event = '${name}'`),
  ).toEqual([
    [
      capture.project.id,
      uuid,
      name,
      `${name}-user`,
      '2026-01-05 11:59:00.123456',
      '2026-01-05 12:00:00.000000',
      '{"a":1,"big":"x","$session_id":"s"}',
      's',
      'full',
      1,
    ],
  ]);
});

test('hostile texts and values come back as sent', async () => {
  const text = 'tab\t line\n quote" back\\ \u0000 é 😀 \u2028';
  await capture.send(
    batch(event({ distinct_id: text, properties: { text, n: 1e20, deep: { a: [null, ''] } } })),
  );
  const [row] = await capture.rows(`SELECT distinct_id, JSONExtractString(properties, 'text'),
    JSONExtract(properties, 'n', 'Nullable(String)'), JSONExtractRaw(properties, 'deep')
    FROM app.events WHERE event = '${name}'`);
  expect(row).toEqual([text, text, '100000000000000000000', '{"a":[null,""]}']);
});

test('an event sent again counts once: in a batch, across batches, after a restart', async () => {
  const repeated = event({ properties: { first: true } });
  const later = { ...repeated, timestamp: '2025-03-01', properties: { first: false } };
  await capture.send(batch(repeated, later, event()));
  await capture.send(batch(later, event()));
  await capture.reopen();
  await capture.send(batch(event(), later));
  expect(await countEvents()).toBe(4);
  expect(
    await capture.rows(
      `SELECT properties FROM app.events WHERE event = '${name}' AND uuid = '${repeated.uuid}'`,
    ),
  ).toEqual([['{"first":true}']]);
});

test('a repeat does not set person properties again', async () => {
  const old = event({ $set: { plan: 'free' } });
  await capture.send(batch(old));
  await capture.send(batch(event({ $set: { plan: 'pro' } })));
  await capture.send(batch(old));
  expect(await persons()).toEqual([[`${name}-user`, '{"plan":"pro"}', false]]);
});

test('one block may hold events of sixty months', async () => {
  const months = Array.from({ length: 60 }, (_, index) => new Date(Date.UTC(2015, index, 3)).toISOString());
  await capture.send(batch(...months.map((timestamp) => event({ timestamp }))));
  expect(await countEvents()).toBe(60);
});

test('a bad event is left out with a warning and the rest is taken', async () => {
  await capture.send(
    batch(event(), { event: name }, event({ uuid: 'nonsense' }), event({ timestamp: 'nonsense' })),
  );
  expect(await countEvents()).toBe(2);
  const page = { limit: 10, offset: 0 };
  const { results: warnings } = await listIngestionWarnings(
    capture.services.database.query,
    capture.project.id,
    page,
  );
  expect(warnings.map(({ reason, details }) => [reason, details['index']])).toEqual(
    expect.arrayContaining([
      ['missing_distinct_id', 1],
      ['invalid_uuid', 2],
      ['timestamp_unreadable', 3],
    ]),
  );
});

test.each([
  ['no event is acceptable', { api_key: 'slc_test', batch: [{ event: 'x' }] }, 'invalid_value'],
  [
    'unknown token',
    { api_key: 'slc_other', batch: [{ event: 'x', distinct_id: 'a' }] },
    'authentication_failed',
  ],
  [
    'personal key',
    { api_key: 'slp_key', batch: [{ event: 'x', distinct_id: 'a' }] },
    'authentication_failed',
  ],
])('refused: %s', async (_name, body, code) => {
  await expect(capture.send(body)).rejects.toMatchObject({ code });
});

// [CAP-5.7]
test('identify brings an anonymous person and an identified one together', async () => {
  const [anonymous, user] = [`${name}-anon`, `${name}-user`];
  await capture.send(batch(event({ distinct_id: anonymous, $set: { theme: 'dark', lang: 'de' } })));
  await capture.send(batch(event({ distinct_id: user, $set: { lang: 'en' } })));
  await capture.send(
    batch({
      event: '$identify',
      distinct_id: user,
      properties: { $anon_distinct_id: anonymous, $set: { plan: 'pro' } },
    }),
  );
  const [first, second] = await persons();
  expect([first?.[0], second?.[0]]).toEqual([anonymous, user]);
  expect(first?.slice(1)).toEqual(second?.slice(1));
  expect(JSON.parse(String(first?.[1]))).toEqual({ lang: 'en', plan: 'pro', theme: 'dark' });
  expect(first?.[2]).toBe(true);
  const merged = await capture.rows(`SELECT uniqExact(if(o.version = 0, e.person_id, o.person_id))
    FROM app.events AS e LEFT JOIN (SELECT * FROM app.person_overrides FINAL) AS o ON o.old_person_id = e.person_id
    WHERE e.event = '${name}'`);
  expect(merged).toEqual([[1]]);
});

test('personless events have a stable person id and no person', async () => {
  const personless = { properties: { $process_person_profile: false, $set: { x: 1 } } };
  await capture.send(batch(event(personless), event(personless)));
  expect(await persons()).toEqual([]);
  expect(
    await capture.rows(
      `SELECT uniqExact(person_id), any(person_mode) FROM app.events WHERE event = '${name}'`,
    ),
  ).toEqual([[1, 'propertyless']]);
  const [before] = await capture.rows(
    `SELECT toString(any(person_id)) FROM app.events WHERE event = '${name}'`,
  );
  await capture.send(batch(event()));
  const [after] = await capture.rows(
    `SELECT toString(any(person_id)), uniqExact(person_id) FROM app.events WHERE event = '${name}'`,
  );
  expect(after).toEqual([before?.[0], 1]);
});

test('groups fill their columns in order of first use and keep merged properties', async () => {
  const group = (key: string, set: object) => ({
    event: '$groupidentify',
    distinct_id: 'g',
    properties: { $group_type: 'company', $group_key: key, $group_set: set },
  });
  await capture.send(batch(group('acme', { size: 1, city: 'Bonn' }), group('acme', { size: 2 })));
  await capture.send(batch(event({ properties: { $groups: { company: 'acme', team: 7 } } })));
  await capture.send(batch(group('acme', { paid: true })));
  expect(await capture.rows(`SELECT group_0, group_1 FROM app.events WHERE event = '${name}'`)).toEqual([
    ['acme', '7'],
  ]);
  const [row] = await capture.rows(`SELECT properties FROM app.groups FINAL WHERE group_key = 'acme'`);
  expect(JSON.parse(String(row?.[0]))).toEqual({ city: 'Bonn', paid: true, size: 2 });
});

test('properties get the type of their first value', async () => {
  const key = (type: string): string => `${name}-${type}`;
  await capture.send(
    batch(
      event({
        properties: { [key('n')]: null, [key('d')]: '2026-01-05T10:00:00Z' },
        $set: { [key('p')]: true },
      }),
      event({ properties: { [key('n')]: 3, [key('d')]: 'later', [key('s')]: ['x'] } }),
    ),
  );
  const { database } = capture.services;
  const found = await listPropertyDefinitions(database.query, capture.project.id);
  expect(
    found
      .filter((each) => each.name.startsWith(name))
      .map((each) => [each.type, each.name, each.propertyType]),
  ).toEqual([
    ['event', key('d'), 'DateTime'],
    ['event', key('n'), 'Numeric'],
    ['event', key('s'), 'String'],
    ['person', key('p'), 'Boolean'],
  ]);
  const { results: definitions } = await listEventDefinitions(database.query, capture.project.id, {
    limit: 1000,
    offset: 0,
  });
  expect(definitions).toContainEqual({ name, createdAtMs: NOW_MS, lastSeenAtMs: NOW_MS, volume: 2 });
});
