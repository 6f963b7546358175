import type { LookupSubject } from '../../../schema/lookup.ts';

/** A lookup of a project: its events in the engine's table `lookups`, ordered by the values of a subject. */
export interface LookupTable {
  /** Names its rows in the engine; over all projects, and never used again. */
  readonly number: number;
  readonly projectId: number;
  readonly subjectName: string;
  readonly lookedUpBy: LookupSubject;
  /**
   * - `building`: grows from the newest events to the oldest;
   * - `ready`: has all events, and queries use it;
   * - `retired`: as it was, but queries that are planned from now on do not use it;
   * - `dropping`: no query can use it any more, and its rows go.
   */
  readonly state: 'building' | 'ready' | 'retired' | 'dropping';
  /** It has exactly the events from this time on, microseconds since 1970. */
  readonly coveredFromUs: number;
  /** Events of the project that were looked at while it was built, and those that were left then. */
  readonly eventsDone: number;
  readonly eventsLeft: number;
  readonly createdAtMs: number;
  readonly retiredAtMs: number | null;
  /** When somebody last wanted it; whoever chooses lookups keeps it. */
  readonly askedAtMs: number;
}
