import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { LoopSlices } from '../../../base/loop-slices.ts';
import { Spool } from '../spool/spool.ts';
import { RecordWriter } from '../spool/spool-record.ts';
import { readBlock, readBlockUntil } from './spool-block.ts';

// [CAP-6.9]: what an earlier process has left is in nobody's share, so writing it frees nothing.

test('a block counts the bytes of those records that this process has appended', async () => {
  const options = { folder: temporaryFolder(), maxBytes: 1_000_000 };
  const before = await Spool.open(options);
  await before.append(recordOf(1), recordOf(2));
  await before.close();
  const spool = await Spool.open(options);
  onTestFinished(() => spool.close());
  const end = await spool.append(recordOf(1));
  const slices = new LoopSlices();
  const blocks = [
    await readBlock(slices, spool, 0),
    await readBlockUntil(slices, spool, { from: 0, to: end }),
  ];
  for (const block of blocks) {
    expect(block?.records.map(({ projectId }) => projectId)).toEqual([1, 2, 1]);
    expect([...(block?.sizes ?? [])]).toEqual([[1, recordOf(1).byteLength]]);
  }
});

function recordOf(projectId: number): Buffer {
  return new RecordWriter(0).end({ projectId, receivedAtMs: 0, propertyCounts: [], warnings: [] });
}
