import { eventNamesOf, type ProjectReads, unknownNames } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import type { KnownProject } from './known-project.ts';
import { type KnownState, Missing } from './known-state.ts';

/** A warning for each name that a query reads and that never came in. Names of events are read only when needed. */
export function warnOfUnknown(
  known: KnownState,
  { projectId, propertyTypes: properties }: KnownProject,
  reads: ProjectReads,
): readonly Warning[] | Missing {
  const isAllKnown = eventNamesOf(reads).length === 0 && reads.every(({ value }) => value !== null);
  if (isAllKnown) return [];
  const events = known.eventNames(projectId);
  return events instanceof Missing ? events : unknownNames(reads, { events, properties });
}
