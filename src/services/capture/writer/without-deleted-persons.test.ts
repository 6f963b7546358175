import { expect, test } from 'vitest';
import type { TombstoneRow } from '../../../adapters/store/tombstone-store.ts';
import type { EventFacts } from '../event/accepted-event.ts';
import type { SpooledEvent } from '../spool/spooled-event.ts';
import type { ProjectBlock } from './spool-block.ts';
import { withoutDeletedPersons } from './without-deleted-persons.ts';

// [CAP-10.4]

const AT_MS = 1_000_000;

const eventOf = (distinctId: string, receivedAtMs: number, link?: string): SpooledEvent => {
  const facts: EventFacts = {
    event: 'e',
    distinctId,
    timestampUs: 0,
    ...(link !== undefined && { link: { kind: 'identify', otherDistinctId: link } }),
  };
  return {
    id: `${distinctId} ${receivedAtMs}`,
    facts,
    receivedAtMs,
    source: 0,
    bytes: Buffer.alloc(0),
    rowStart: 0,
    rowEnd: 0,
  };
};

const EVENTS = [
  eventOf('gone', AT_MS - 1),
  eventOf('gone', AT_MS + 4_999),
  eventOf('gone', AT_MS + 5_000),
  eventOf('other', AT_MS - 1),
  eventOf('other', AT_MS - 2, 'gone'),
];

const BLOCK: ProjectBlock = {
  projectId: 1,
  records: [],
  fresh: EVENTS,
  freshCounts: [5],
  duplicates: 0,
  again: [],
};

const tombstoneOf = (more: Partial<TombstoneRow>): TombstoneRow => ({
  id: 'd',
  projectId: 1,
  replica: 'a',
  gone: { kind: 'person', distinctIds: ['gone'] },
  atMs: AT_MS,
  ...more,
});

const leftOf = (tombstone: TombstoneRow, spool: string): readonly string[] =>
  withoutDeletedPersons(BLOCK, [tombstone], spool).fresh.map(({ id }) => id);

test.each([
  ['another spool: what came before, by clocks that may differ', 'b', [2, 3]],
  ['the spool of the replica that was asked: what came before', 'a', [1, 2, 3]],
] as const)('%s', (_, spool, left) => {
  expect(leftOf(tombstoneOf({}), spool)).toEqual(left.map((index) => EVENTS[index]?.id));
});

test('neither another project nor bounds take anything away here', () => {
  const all = EVENTS.map(({ id }) => id);
  expect(leftOf(tombstoneOf({ projectId: 2 }), 'b')).toEqual(all);
  expect(leftOf(tombstoneOf({ gone: { kind: 'bounds', bounds: { event: 'e' } } }), 'b')).toEqual(all);
});
