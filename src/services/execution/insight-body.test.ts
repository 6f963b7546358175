import { expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import type { InsightAnswer } from '../../query/plan.ts';
import { readAnswer, writeAnswer } from './insight-body.ts';

const RANGE = { date_from: '2024-01-01', date_to: '2024-01-02' };
const ITEM = { data: Array.from({ length: 5_000 }, (_, i) => i), label: 'a "b"\n],\n"results":[' };

test.each<[string, InsightAnswer]>([
  ['no results', { results: [] }],
  ['some results', { results: [ITEM, { label: null }], hasMore: true, resolvedDateRange: RANGE }],
  ['lists of results', { results: [[1, 2], [], [ITEM]] }],
  [
    'results that are no list',
    { results: { bins: [[0, 1]], average_conversion_time: null }, hasMore: false },
  ],
  ['many results', { results: Array.from({ length: 50 }, () => ITEM), hasMore: false }],
])('%s are read as they were written', (_name, answer) => {
  const written = finish(writeAnswer(answer));
  expect(JSON.parse(written.toString())).toEqual(answer);
  expect(finish(readAnswer(written))).toEqual(answer);
  expect(finish(readAnswer(Buffer.from(JSON.stringify(answer))))).toEqual(answer);
});

test('many results take several slices', () => {
  const answer = { results: Array.from({ length: 50 }, () => ITEM) };
  const written = finish(writeAnswer(answer));
  expect([...readAnswer(written)].length).toBeGreaterThan(10);
  expect([...writeAnswer(answer)].length).toBeGreaterThan(10);
});
