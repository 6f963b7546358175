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
  /** The step of building that has begun to copy older events and has not noted that they are all there; random. */
  readonly copying: string | null;
  /** Events of the project that the last step of building has left behind it, and those that are left. */
  readonly eventsDone: number;
  readonly eventsLeft: number;
  readonly createdAtMs: number;
  readonly retiredAtMs: number | null;
  /** When somebody last wanted it; whoever chooses lookups keeps it. */
  readonly askedAtMs: number;
}

/**
 * Runs of an endpoint on one day (UTC) that callers have narrowed by values of a subject of lookups. Sums that any
 * number of processes add to.
 */
export interface LookupAskTable {
  readonly projectId: number;
  readonly endpointId: string;
  readonly subjectName: string;
  readonly dayMs: number;
  readonly runs: number;
}
