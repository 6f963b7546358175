import { expect, test } from 'vitest';
import { type PastRun, withRun } from './run-history.ts';

const run = (query: string): PastRun => ({ query, at: '2026-11-23T14:00:00Z', ms: 12, rows: 1, rowsRead: 5 });

test('the newest run is first, a text is kept once, fifty at most', () => {
  const runs = withRun(withRun(withRun([], run('a')), run('b')), run('a'));
  expect(runs.map(({ query }) => query)).toEqual(['a', 'b']);
  const many = Array.from({ length: 60 }, (_, at) => `q${at}`).reduce<PastRun[]>(
    (kept, query) => withRun(kept, run(query)),
    [run('x')],
  );
  expect(many).toHaveLength(50);
  expect(many[0]?.query).toBe('q59');
  expect(withRun(runs, run('x'.repeat(20_001)))).toEqual(runs);
});
