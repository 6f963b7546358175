import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { LIST_POLL_MS } from './endpoints.ts';
import { serviceNowMs } from './service.ts';
import { type RangeName, rangeOf } from './usage.ts';

/** One run of an endpoint, as the log keeps it: never its values. */
export type RunLogEntry = components['schemas']['RunLogEntry'];

/** A change of what the query reads, which stands among the runs. */
export type ChangeLogEntry = components['schemas']['ChangeLogEntry'];

export type LogEntry = RunLogEntry | ChangeLogEntry;

/** True for a run, false for a change. */
export const isRun = (entry: LogEntry): entry is RunLogEntry => 'status' in entry;

/** Entries that are read at once: the most that the service gives. */
const MOST_ENTRIES = 500;

/** How often a log that is followed is read, in ms. */
const LIVE_POLL_MS = 2000;

/** What of a log is shown. */
export interface LogFilter {
  readonly range: RangeName;
  readonly onlyErrors: boolean;
  readonly search: string;
}

/** The newest runs of an endpoint, at most 500. */
export const runLogQuery = (projectId: number, name: string, filter: LogFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ['project', projectId, 'runs', name, filter],
    queryFn: async ({ signal }) => {
      const after = new Date(serviceNowMs() - rangeOf(filter.range).seconds * 1000).toISOString();
      const answer = await answerOf(
        api.GET('/api/projects/{project_id}/endpoints/{name}/logs', {
          params: {
            path: { project_id: String(projectId), name },
            query: {
              after,
              limit: MOST_ENTRIES,
              ...(filter.onlyErrors ? { level: 'error' as const } : {}),
              ...(filter.search === '' ? {} : { search: filter.search }),
            },
          },
          signal,
        }),
      );
      return answer.results as readonly LogEntry[];
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_POLL_MS : LIST_POLL_MS,
  });
