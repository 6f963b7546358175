import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { derivedUuid, newUuid } from '../../src/base/ids.ts';
import type { ImportFormat } from '../../src/schema/import.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';

/** A form in which users have events. */
export interface RowShape {
  readonly name: string;
  readonly format: ImportFormat;
  readonly mapping: object | null;
  /** The first line of the file; absent = there is none. */
  readonly head?: string;
  line(event: MadeEvent): string;
}

type MadeEvent = ReturnType<typeof makeEvent>;

const NAMESPACE = '0b7c6d1a-3f52-5c1e-9a41-7d2e8f5b6c90';
const EVENTS_OF_A_PERSON = 10;
const LINES_PER_WRITE = 5_000;
const MAPPING = { event: 'action', distinct_id: 'user', timestamp: 'at', insert_id: 'id', properties: '*' };

export const ROW_SHAPES: readonly RowShape[] = [
  {
    name: 'uuid and plain',
    format: 'posthog',
    mapping: null,
    line: ({ person: _, ...event }) => JSON.stringify(event),
  },
  {
    name: 'no uuid',
    format: 'posthog',
    mapping: null,
    line: ({ person: _, uuid: _uuid, ...event }) => JSON.stringify(event),
  },
  {
    name: '$set and $groups',
    format: 'posthog',
    mapping: null,
    line: ({ person, ...event }) =>
      JSON.stringify({
        ...event,
        properties: { ...event.properties, $set: person, $groups: { company: person.company } },
      }),
  },
  {
    name: 'an export of our own',
    format: 'posthog',
    mapping: null,
    line: ({ person, ...event }) =>
      JSON.stringify({
        ...event,
        person_id: derivedUuid(event.distinct_id, NAMESPACE),
        person_properties: person,
        created_at: event.timestamp,
      }),
  },
  {
    name: 'CSV by mapping',
    format: 'csv',
    mapping: MAPPING,
    head: 'id,action,user,at,repo,files_changed,lines_added,kind,subject,utc_offset',
    line: ({ uuid, event, distinct_id, timestamp, properties: of }) =>
      [uuid, event, distinct_id, timestamp, of.repo, of.files_changed, of.lines_added, of.kind, of.subject]
        .concat(of.utc_offset)
        .join(','),
  },
];

/** Writes a file of events of one year, in no order, in that shape. */
export async function writeShape(file: string, shape: RowShape, events: number): Promise<void> {
  await pipeline(Readable.from(linesOf(shape, events)), createWriteStream(file));
}

/** The same events as `writeShape` writes, but for their ids, as capture would be sent them. */
export function* madeEvents(events: number): Generator<MadeEvent> {
  const random = new SeededRandom(13);
  const persons = Math.ceil(events / EVENTS_OF_A_PERSON);
  for (let index = 0; index < events; index += 1) yield makeEvent(random, random.between(1, persons));
}

function* linesOf({ head, line }: RowShape, events: number): Generator<string> {
  let lines: string[] = head === undefined ? [] : [head];
  for (const event of madeEvents(events)) {
    lines.push(line(event));
    if (lines.length < LINES_PER_WRITE) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  yield `${lines.join('\n')}\n`;
}

function makeEvent(random: SeededRandom, person: number) {
  return {
    uuid: newUuid(),
    event: random.pick(['commit', 'release', 'review']),
    distinct_id: `author-${person}`,
    timestamp: new Date(Date.UTC(2025, 0, 1) + random.between(0, 364 * 86_400_000)).toISOString(),
    properties: {
      repo: random.pick(['one', 'two', 'three']),
      files_changed: random.between(1, 30),
      lines_added: random.between(0, 900),
      kind: random.pick(['fix', 'feat', 'docs']),
      subject: `Change number ${random.between(1, 1_000_000)} of the year`,
      utc_offset: '+02:00',
    },
    person: { company: `company-${person % 500}`, is_bot: false, plan: random.pick(['free', 'pro']) },
  };
}
