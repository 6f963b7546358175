import { expect, test } from 'vitest';
import { groupRejected } from './group-rejected.ts';

test('rejected rows stand by their reason, most first, with three of each', () => {
  const line = (row_number: number, reason: string) => JSON.stringify({ row_number, reason, row: 'x' });
  const lines = [line(1, 'not_json'), ...[2, 3, 4, 5].map((number) => line(number, 'missing_event')), ''];
  const [most, least] = groupRejected(lines.join('\n'));
  expect(most).toMatchObject({ reason: 'missing_event', count: 4 });
  expect(most?.examples.map(({ row_number }) => row_number)).toEqual([2, 3, 4]);
  expect(least).toMatchObject({ reason: 'not_json', count: 1 });
  expect(groupRejected('')).toEqual([]);
});
