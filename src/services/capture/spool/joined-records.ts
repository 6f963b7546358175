import { ownBytes } from '../../../adapters/workers/own-bytes.ts';
import { joinedBytes } from '../../../base/joined-bytes.ts';
import { finish } from '../../../base/loop-slices.ts';

/** Records as one buffer, which a thread hands over. */
export interface JoinedRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
}

export function joinRecords(records: readonly Uint8Array[]): JoinedRecords {
  const lengths = records.map(({ byteLength }) => byteLength);
  return { bytes: ownBytes(finish(joinedBytes(records))), lengths };
}

/** The records, as views on their buffer. */
export function separateRecords({ bytes, lengths }: JoinedRecords): readonly Uint8Array[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}
