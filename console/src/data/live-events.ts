import type { ApiProblem } from '../api/problem.ts';
import type { components } from '../api/schema.d.ts';

/** An event that came in a moment ago. */
export type RecentEvent = components['schemas']['RecentEvent'];

/** Events that are kept on the screen. */
const MOST_KEPT = 500;

/** Rows that one answer adds. Answers come once a second at most, so that a list can be read while it moves. */
const MOST_ADDED = 20;

/** What is shown of the events that come in. */
export interface LiveEvents {
  /** Newest first, at most 500. */
  readonly events: readonly RecentEvent[];
  /** Ids of events before which others are missing: the service kept them no more. */
  readonly gaps: ReadonlySet<string>;
  /** How many events before this one came in and are not shown, by its id. */
  readonly skipped: ReadonlyMap<string, number>;
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
  skipped: new Map(),
  problem: null,
  services: 1,
  isAnswered: false,
};

/** What came in, oldest first. */
export interface MoreEvents {
  readonly events: readonly RecentEvent[];
  /** The first answer shows what the service still has; all later ones at most 20 rows. */
  readonly isFirst: boolean;
  /** Events before these are not kept any more. */
  readonly isCut: boolean;
}

/** What is shown with some more events. */
export function withEvents(before: LiveEvents, { events, isFirst, isCut }: MoreEvents): LiveEvents {
  const shown = isFirst ? events : events.slice(-MOST_ADDED);
  const [oldest] = shown;
  const kept = shown.toReversed().concat(before.events).slice(0, MOST_KEPT);
  const ids = new Set(kept.map(({ uuid }) => uuid));
  const left = events.length - shown.length;
  const skipped = left === 0 || oldest === undefined ? [] : [[oldest.uuid, left] as const];
  const cut = isCut && !isFirst && oldest !== undefined ? [oldest.uuid] : [];
  return {
    ...before,
    events: kept,
    gaps: new Set([...before.gaps, ...cut].filter((id) => ids.has(id))),
    skipped: new Map([...before.skipped, ...skipped].filter(([id]) => ids.has(id))),
    problem: null,
    isAnswered: true,
  };
}

/**
 * Whether an event has the property of a filter: `plan` for any value, `plan=team` for one, `plan=te*` for its
 * beginning. Every event has the property of an empty filter.
 */
export function hasProperty({ properties }: Pick<RecentEvent, 'properties'>, filter: string): boolean {
  const wanted = filter.trim();
  if (wanted === '') return true;
  const [, name = wanted, value] = /^([^=]+)=(.*)$/s.exec(wanted) ?? [];
  if (!Object.hasOwn(properties, name.trim())) return false;
  const found = properties[name.trim()];
  const text = typeof found === 'string' ? found : (JSON.stringify(found) ?? '');
  const asked = value?.trim();
  if (asked === undefined || asked === '') return true;
  return asked.endsWith('*') ? text.startsWith(asked.slice(0, -1)) : text === asked;
}
