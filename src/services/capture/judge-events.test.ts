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
  const { judgements, record } = finish(judgeEvents(7, [good(0), { event: '' }, good(1)], CONTEXT));
  expect(judgements.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'accepted']);
  const { projectId, events, warnings, propertyCounts } = decodeRecord(record);
  expect(projectId).toBe(7);
  expect(events.map(({ facts }) => facts.event)).toEqual(['event 0', 'event 1']);
  expect(warnings).toMatchObject([{ details: { index: 1, is_rejected: true } }]);
  expect(propertyCounts).toMatchObject([{ name: 'n', volume: 2, seenTypes: ['Numeric'] }]);
});
