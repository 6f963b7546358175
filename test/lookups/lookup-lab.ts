import { expect } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { EVENT_COLUMNS } from '../../src/adapters/engine/statements/insert-events.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { type LookupRow, listLookups } from '../../src/adapters/store/lookup-store.ts';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import { readRows } from '../capture/capture-fixture.ts';
import { doorOf } from '../fixtures/engine-doors.ts';

/** A subject of each kind, and keys that are hard to spell. */
export const SUBJECTS: readonly LookupSubject[] = [
  { kind: 'property', key: 'customer' },
  { kind: 'property', key: `it's \\ "ü` },
  { kind: 'number', key: 'customer' },
  { kind: 'group', index: 0 },
  { kind: 'group', index: 4 },
  { kind: 'distinct_id' },
];

/** The value of an event, in words that the product does not use. */
function judgedValue(subject: LookupSubject): string {
  const literal = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  switch (subject.kind) {
    case 'property':
      return `left(JSONExtract(properties, ${literal(subject.key)}, 'Nullable(String)'), 256)`;
    case 'number':
      return `replaceRegexpOne(toString(toFloat64OrNull(JSONExtract(properties, ${literal(subject.key)}, 'Nullable(String)'))), '^-0$', '0')`;
    case 'group':
      return `if(group_${subject.index} = '', NULL, group_${subject.index})`;
    case 'distinct_id':
      return 'distinct_id';
  }
}

/**
 * Holds each lookup of a project to the events: the events from the time on that it covers, each once and as it is
 * there, and no others. [ENG-13.2]
 */
export async function expectExact(
  { engine, database }: { readonly engine: Engine; readonly database: Pick<Database, 'query'> },
  projectId: number,
  when: string,
): Promise<readonly LookupRow[]> {
  const lookups = await listLookups(database.query, [projectId]);
  for (const { number, lookedUpBy, coveredFromUs } of lookups) {
    const columns = EVENT_COLUMNS.join(', ');
    const isCovered = `timestamp >= fromUnixTimestamp64Micro(${coveredFromUs})`;
    // What a step that was cut off has left is removed before the next step, also where the lookup was retired since.
    const there = `SELECT value, ${columns} FROM app.lookups WHERE lookup = ${number} AND ${isCovered}`;
    const wanted = `SELECT ifNull(judged, ''), ${columns} FROM (SELECT *, ${judgedValue(lookedUpBy)} AS judged FROM app.events)
      WHERE project_id = ${projectId} AND judged IS NOT NULL AND ${isCovered}`;
    const differing = await readRows(
      engine,
      `SELECT (SELECT count() FROM (${there})), (SELECT count() FROM (${wanted})),
        (SELECT count() FROM (${there} EXCEPT ALL ${wanted})), (SELECT count() FROM (${wanted} EXCEPT ALL ${there}))`,
    );
    const [[stored, expected, tooMany, missing] = []] = differing;
    const message = `${when}: ${JSON.stringify(lookedUpBy)}`;
    expect({ stored, tooMany, missing }, message).toEqual({ stored: expected, tooMany: 0, missing: 0 });
  }
  return lookups;
}

/** Writes events straight into the engine, with values of all kinds, from a day on. */
export async function writeEvents(
  engine: Engine,
  projectId: number,
  {
    count,
    hours,
    first = '2025-09-15',
  }: { readonly count: number; readonly hours: number; readonly first?: string },
): Promise<void> {
  await doorOf(engine).command(`INSERT INTO app.events
      (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, group_0, properties)
    SELECT ${projectId}, generateUUIDv4(), 'e', concat('d', toString(number % 10)), generateUUIDv4(),
      toDateTime64('${first} 00:00:00', 6, 'UTC') + toIntervalHour(intDiv(number * ${hours}, ${count})), now64(6),
      ['', 'acme', 'umbrella'][number % 3 + 1],
      [
        '{}', '{"customer":null}', '{"customer":"42"}', '{"customer":42.0,"it\\'s \\\\\\\\ \\\\"ü":"x"}',
        '{"customer":"4.2e1"}', '{"customer":-0.0}', '{"customer":"0"}', '{"customer":""}',
        concat('{"customer":"', repeat('long', 200), toString(number % 2), '"}')
      ][number % 9 + 1]
    FROM numbers(${count})`);
}
