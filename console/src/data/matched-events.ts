import { queryOptions } from '@tanstack/react-query';
import { runAdHoc } from './ad-hoc.ts';

/** Whose events: those that match a stored action lately, or those of a person since a moment. */
export type EventOwner =
  | { readonly kind: 'action'; readonly id: number; readonly revision: number }
  | { readonly kind: 'person'; readonly id: string; readonly since: string };

/** One event as it stands in a short list. */
export interface MatchedEvent {
  readonly uuid: string;
  readonly timestamp: string;
  readonly event: string;
  readonly distinctId: string;
  readonly url: string | null;
}

/** The latest events of an owner, and how many there are in the range. */
export interface MatchedEvents {
  readonly events: number;
  readonly persons: number;
  readonly latest: readonly MatchedEvent[];
}

/** Days that are looked at, and events that are listed. */
export const MATCHED_DAYS = 7;
const LISTED = 20;

/** Marks these queries as the console's in what the service records. */
const CALLER = 'console-matched-events';

/** Texts of this file alone: what differs is a number, or a variable that the service binds. */
function conditionOf(owner: EventOwner) {
  if (owner.kind === 'action')
    return {
      where: `matchesAction(${Math.trunc(owner.id)}) AND timestamp >= now() - INTERVAL ${MATCHED_DAYS} DAY`,
    };
  return {
    where: 'person_id = toUUID({variables.person}) AND timestamp >= {variables.since}',
    variables: { person: owner.id, since: owner.since },
    variable_declarations: {
      person: { type: 'String', required: true },
      since: { type: 'Date', required: true },
    },
  };
}

/** What came in of an owner. */
export const matchedEventsQuery = (projectId: number, owner: EventOwner) =>
  queryOptions({
    queryKey: ['project', projectId, 'matched', owner],
    queryFn: async ({ signal }): Promise<MatchedEvents> => {
      const { where, ...bound } = conditionOf(owner);
      const ask = async (query: string) => {
        const run = { query: { kind: 'HogQLQuery', query }, ...bound, client_query_id: CALLER };
        return (await runAdHoc(projectId, run, signal)).results as unknown[][];
      };
      const [[events, persons] = []] = await ask(
        `SELECT count(), count(DISTINCT person_id) FROM events WHERE ${where}`,
      );
      const latest = await ask(
        `SELECT uuid, timestamp, event, distinct_id, properties.$current_url FROM events WHERE ${where} ORDER BY timestamp DESC LIMIT ${LISTED}`,
      );
      return { events: Number(events ?? 0), persons: Number(persons ?? 0), latest: latest.map(eventOf) };
    },
    staleTime: 30_000,
  });

const eventOf = ([uuid, timestamp, event, distinctId, url]: readonly unknown[]): MatchedEvent => ({
  uuid: String(uuid),
  timestamp: String(timestamp),
  event: String(event),
  distinctId: String(distinctId),
  url: url === null || url === undefined ? null : String(url),
});
