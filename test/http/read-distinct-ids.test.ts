import { expect, test } from 'vitest';
import { readDistinctIds } from '../../src/http/read-distinct-ids.ts';

const wide = (rows: number) => `distinct_id${',a'.repeat(19)}\n${`ann${',"x"'.repeat(19)}\n`.repeat(rows)}`;

test('a csv with as many cells as it may have is read in turns, between which other work is done', async () => {
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const { distinct_ids } = await readDistinctIds(Buffer.from(wide(10_000)));
  isRead = true;
  expect(distinct_ids).toHaveLength(10_000);
  expect(turns).toBeGreaterThanOrEqual(15);
});
