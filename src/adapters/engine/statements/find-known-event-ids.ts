import type { Engine } from '../engine.ts';
import { RowBinaryWriter, UUID_BYTES } from '../row-binary.ts';

/** One text of all ids: a list of thousands is much slower to write, to send and to read. */
const STATEMENT = `SELECT toString(uuid) FROM app.event_ids
  WHERE project_id = {project_id:UInt64} AND uuid IN (
    SELECT arrayJoin(arrayMap(
      at -> reinterpretAsUUID(substring(unhex({uuids:String}), at + 1, ${UUID_BYTES})),
      range(0, {bytes:UInt64}, ${UUID_BYTES}))))`;

/**
 * Those of `uuids` that the project has already, as texts in lower case. The side table is the truth of "seen before": a
 * repeat may carry another time than the first, so no range of time can be left out (73 ms per 10,000 ids at any size).
 * @param uuids in RowBinary, one behind another
 */
export async function findKnownEventIds(
  engine: Engine,
  projectId: number,
  uuids: Buffer,
): Promise<ReadonlySet<string>> {
  if (uuids.length === 0) return new Set();
  const answer = await engine.command(STATEMENT, {
    project_id: { type: 'UInt64', value: projectId },
    uuids: { type: 'String', value: uuids.toString('hex') },
    bytes: { type: 'UInt64', value: uuids.length },
  });
  // Border: the statement answers one text per row.
  const rows = JSON.parse(`[${Buffer.from(answer.rows).toString()}]`) as readonly (readonly [string])[];
  return new Set(rows.map(([uuid]) => uuid));
}

/** Ids as `findKnownEventIds` takes them. @param uuids texts in lower case */
export function binaryUuids(uuids: Iterable<string>): Buffer {
  const writer = new RowBinaryWriter(0);
  for (const uuid of uuids) writer.uuid(uuid);
  return writer.written;
}
