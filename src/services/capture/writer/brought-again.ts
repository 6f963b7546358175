import type { KnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import type { Sliced } from '../../../base/loop-slices.ts';
import type { SpoolRecord } from '../spool/spool-record.ts';
import { binaryIds } from '../spool/spooled-event.ts';

/** A known event that came again from a source which had not brought it before. */
export interface BroughtAgain {
  /** As `SpooledEvent.id`. */
  readonly id: string;
  readonly source: number;
}

/**
 * Which sources bring events that others have brought: when one is undone, such an event stays.
 * @param known sources of the events before these records
 */
export function* broughtAgain(
  records: readonly SpoolRecord[],
  known: KnownEventIds,
): Sliced<readonly BroughtAgain[]> {
  const sources = new Set([
    ...records.map(({ imported }) => imported?.source ?? 0),
    ...[...known.values()].flat(),
  ]);
  if (sources.size === 1) return [];
  const sourcesOf = new Map<string, readonly number[]>();
  const before = known.values();
  for (const id of binaryIds(known.keys())) sourcesOf.set(id, before.next().value ?? []);
  const again: BroughtAgain[] = [];
  for (const { events } of records) {
    for (const { id, source } of events) {
      const others = sourcesOf.get(id);
      if (others?.includes(source)) continue;
      if (others !== undefined) again.push({ id, source });
      sourcesOf.set(id, [...(others ?? []), source]);
    }
    yield;
  }
  return again;
}
