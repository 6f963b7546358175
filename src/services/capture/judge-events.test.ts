import { expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import { judgeEvents } from './judge-events.ts';
import { decodeRecord } from './spool/spool-record.ts';

// [CAP-2.3].

const CONTEXT = {
  nowMs: Date.UTC(2026, 0, 5),
  sentAtMs: null,
  newUuid: () => '0190e5b5-7c4b-7a31-9b5e-0123456789ab',
};
const good = (index: number) => ({ event: `event ${index % 3}`, distinct_id: 'a', properties: { n: index } });

test('judging stops after each event, so that a large body holds nobody up', () => {
  const work = judgeEvents(
    1,
    Array.from({ length: 1000 }, (_, index) => good(index)),
    CONTEXT,
  );
  let stops = 0;
  while (work.next().done !== true) stops += 1;
  expect(stops).toBe(1000);
});

test('each event has its judgement, and the record holds the good ones', () => {
  const { judgements, records } = finish(judgeEvents(7, [good(0), { event: '' }, good(1)], CONTEXT));
  expect(judgements.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'accepted']);
  expect(records).toHaveLength(1);
  const { projectId, events, warnings, propertyCounts } = decodeRecord(records[0] ?? Buffer.alloc(0));
  expect(projectId).toBe(7);
  expect(events.map(({ facts }) => facts.event)).toEqual(['event 0', 'event 1']);
  expect(warnings).toMatchObject([{ details: { index: 1, is_rejected: true } }]);
  expect(propertyCounts).toMatchObject([{ name: 'n', volume: 2, seenTypes: ['Numeric'] }]);
});

test('a body of many events, or of large ones, is in records that the writer reads in short steps', () => {
  const long = { ...good(0), properties: { text: 'x'.repeat(700_000) } };
  const sent = [
    ...Array.from({ length: 12_000 }, (_, index) => (index === 7 ? {} : good(index))),
    long,
    long,
    long,
  ];
  const { records } = finish(judgeEvents(7, sent, CONTEXT));
  const decoded = records.map((record) => decodeRecord(record));
  expect(decoded.map(({ events }) => events.length)).toEqual([4999, 5000, 2002, 1]);
  expect(decoded.map(({ warnings }) => warnings.length)).toEqual([1, 0, 0, 0]);
  expect(decoded.map(({ propertyCounts }) => propertyCounts.map(({ volume }) => volume))).toEqual([
    [4999],
    [5000],
    [2000, 2],
    [1],
  ]);
});

test('rejections alone are a record, and make one full too', () => {
  const { records } = finish(
    judgeEvents(
      7,
      Array.from({ length: 5_001 }, () => null),
      CONTEXT,
    ),
  );
  expect(records.map((record) => decodeRecord(record).warnings.length)).toEqual([5000, 1]);
});
