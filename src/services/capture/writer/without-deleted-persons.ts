import type { TombstoneRow } from '../../../adapters/store/tombstone-store.ts';
import type { SpooledEvent } from '../spool/spooled-event.ts';
import type { ProjectBlock } from './spool-block.ts';

/** By so much may the clocks of replicas differ: what one received then, another may call earlier. */
export const CLOCKS_DIFFER_MS = 5_000;

/**
 * A deletion takes the events that a spool received before this. The replica that was asked has written before what it
 * had accepted, and goes by its own clock.
 */
export function takenUntilMs({ atMs, replica }: TombstoneRow, spoolName: string): number {
  return replica === spoolName ? atMs : atMs + CLOCKS_DIFFER_MS;
}

/**
 * A block without events of persons that were deleted after this spool had received them. They count as having come:
 * had they been written in time, the deletion would have left counts and definitions as they are.
 */
export function withoutDeletedPersons(
  project: ProjectBlock,
  tombstones: readonly TombstoneRow[],
  spoolName: string,
): ProjectBlock {
  const until = new Map<string, number>();
  for (const tombstone of tombstones) {
    if (tombstone.projectId !== project.projectId || tombstone.gone.kind !== 'person') continue;
    const untilMs = takenUntilMs(tombstone, spoolName);
    for (const id of tombstone.gone.distinctIds) until.set(id, Math.max(untilMs, until.get(id) ?? 0));
  }
  if (until.size === 0) return project;
  const isGone = ({ facts, receivedAtMs }: SpooledEvent): boolean =>
    [facts.distinctId, facts.link?.otherDistinctId ?? facts.distinctId].some(
      (id) => receivedAtMs < (until.get(id) ?? 0),
    );
  return { ...project, fresh: project.fresh.filter((event) => !isGone(event)) };
}
