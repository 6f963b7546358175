import { expect, test } from 'vitest';
import { edgesThrough, nodeOfKey, readPaths, shortItem, tableOfPaths } from './read-paths.ts';

const answer = {
  results: [
    {
      source: '1_https://x.example/a',
      target: '2_https://x.example',
      value: 11,
      average_conversion_time: 60_000,
    },
    { source: '2_https://x.example', target: '3_b_c', value: 5, average_conversion_time: 1500 },
    { source: '2_other', target: '3_b_c', value: 4, average_conversion_time: 0 },
  ],
};

test('edges in the order of the answer, times in seconds', () => {
  const edges = readPaths(answer);
  expect(edges[0]).toEqual({
    source: '1_https://x.example/a',
    target: '2_https://x.example',
    value: 11,
    averageSeconds: 60,
  });
  expect(tableOfPaths(edges).rows[1]).toEqual([2, 'https://x.example', 'b_c', 5, 1.5]);
});

test('an item may hold what looks like a position', () => {
  expect(nodeOfKey('12_3_x')).toEqual({ key: '12_3_x', step: 12, item: '3_x' });
  expect(nodeOfKey('1_')).toMatchObject({ item: '(none)' });
});

test('addresses are shown without their host', () => {
  expect(shortItem('https://x.example/a/b')).toBe('/a/b');
  expect(shortItem('https://x.example')).toBe('/');
  expect(shortItem('note created')).toBe('note created');
});

test('a node marks what leads to it and away from it, and nothing beside', () => {
  const edges = readPaths(answer);
  expect([...edgesThrough(edges, '1_https://x.example/a')].map(({ value }) => value)).toEqual([11, 5]);
  expect([...edgesThrough(edges, '3_b_c')].map(({ value }) => value).toSorted()).toEqual([11, 4, 5]);
});
