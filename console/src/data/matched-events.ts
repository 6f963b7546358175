import { queryOptions } from '@tanstack/react-query';
import { runAdHoc } from './ad-hoc.ts';

/** Whose events: those that match a stored action, or those of a person. */
export type EventOwner =
  | { readonly kind: 'action'; readonly id: number }
  | { readonly kind: 'person'; readonly id: string };

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

/** Conditions as texts of this file alone: what differs is a number, or a variable that the service binds. */
const conditionOf = (owner: EventOwner) =>
  owner.kind === 'action'
    ? `matchesAction(${Math.trunc(owner.id)})`
    : 'person_id = toUUID({variables.person})';

/** What came in of an owner in the last days. The revision of an action makes another key of it. */
export const matchedEventsQuery = (projectId: number, owner: EventOwner, revision = 0) =>
  queryOptions({
    queryKey: ['project', projectId, 'matched', owner.kind, owner.id, revision],
    queryFn: async ({ signal }): Promise<MatchedEvents> => {
      const where = `${conditionOf(owner)} AND timestamp >= now() - INTERVAL ${MATCHED_DAYS} DAY`;
      const ask = (query: string) =>
        runAdHoc(
          projectId,
          {
            query: { kind: 'HogQLQuery', query },
            ...(owner.kind === 'person' && {
              variables: { person: owner.id },
              variable_declarations: { person: { type: 'String', required: true } },
            }),
            client_query_id: CALLER,
          },
          signal,
        );
      const counted = await ask(`SELECT count(), count(DISTINCT person_id) FROM events WHERE ${where}`);
      const listed = await ask(
        `SELECT uuid, timestamp, event, distinct_id, properties.$current_url FROM events WHERE ${where} ORDER BY timestamp DESC LIMIT ${LISTED}`,
      );
      const [[events, persons] = []] = counted.results as unknown[][];
      return {
        events: Number(events ?? 0),
        persons: Number(persons ?? 0),
        latest: (listed.results as unknown[][]).map(eventOf),
      };
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
