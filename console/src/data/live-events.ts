import type { ApiProblem } from '../api/problem.ts';
import type { components } from '../api/schema.d.ts';

/** An event that came in a moment ago. */
export type RecentEvent = components['schemas']['RecentEvent'];

/** Events that are kept on the screen. */
const MOST_KEPT = 500;

/** What is shown of the events that come in. */
export interface LiveEvents {
  /** Newest first, at most 500. */
  readonly events: readonly RecentEvent[];
  /** Ids of events before which others are missing: the service kept them no more. */
  readonly gaps: ReadonlySet<string>;
  /** Why nothing comes; null while it is followed. */
  readonly problem: ApiProblem | null;
  /** Services on the store, each of which knows its own events only; 1 until the first answer. */
  readonly services: number;
  readonly isAnswered: boolean;
}

/** Before the first answer. */
export const NOTHING: LiveEvents = {
  events: [],
  gaps: new Set(),
  problem: null,
  services: 1,
  isAnswered: false,
};

/** What is shown with some more events, oldest of them first. */
export function withEvents(before: LiveEvents, more: readonly RecentEvent[], isCut: boolean): LiveEvents {
  const [oldest] = more;
  const gaps = isCut && oldest !== undefined ? new Set([...before.gaps, oldest.uuid]) : before.gaps;
  const events = [...more].reverse().concat(before.events).slice(0, MOST_KEPT);
  return { ...before, events, gaps, problem: null, isAnswered: true };
}
