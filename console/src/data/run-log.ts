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

/** A build of the snapshot, which stands among the runs too. */
export type BuildLogEntry = components['schemas']['BuildLogEntry'];

/** One entry of the log of an endpoint or of a project; only the latter names the endpoint, null when it is deleted. */
export type LogEntry = (RunLogEntry | ChangeLogEntry | BuildLogEntry) & { readonly endpoint?: string | null };

/** True for a run, false for a change or a build. */
export const isRun = (entry: LogEntry): entry is RunLogEntry => 'status' in entry;

/** True for a build of the snapshot. */
export const isBuild = (entry: LogEntry): entry is BuildLogEntry => 'build_id' in entry;

/** Entries that are read at once: the most that the service gives. */
const MOST_ENTRIES = 500;

/** How often a log that is followed is read, in ms. */
const LIVE_POLL_MS = 2000;

/** What of a log is shown; what is empty lets everything in. */
export interface LogFilter {
  readonly range: RangeName;
  readonly onlyErrors: boolean;
  readonly from: ServedFrom | '';
  readonly version: number | null;
  /** Id of the key that called, or empty. */
  readonly key: string;
  readonly search: string;
}

/** Where an answer came from. */
export type ServedFrom = NonNullable<RunLogEntry['served_from']>;

const askedOf = ({ range, onlyErrors, from, version, key, search }: LogFilter) => ({
  after: new Date(serviceNowMs() - rangeOf(range).seconds * 1000).toISOString(),
  limit: MOST_ENTRIES,
  ...(onlyErrors ? { level: 'error' as const } : {}),
  ...(from === '' ? {} : { served_from: from }),
  ...(version === null ? {} : { version }),
  ...(key === '' ? {} : { key_id: key }),
  ...(search === '' ? {} : { search }),
});

/** The newest entries of an endpoint, at most 500. */
export const runLogQuery = (projectId: number, name: string, filter: LogFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ['project', projectId, 'runs', name, filter],
    queryFn: async ({ signal }): Promise<readonly LogEntry[]> =>
      (
        await answerOf(
          api.GET('/api/projects/{project_id}/endpoints/{name}/logs', {
            params: { path: { project_id: String(projectId), name }, query: askedOf(filter) },
            signal,
          }),
        )
      ).results,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_POLL_MS : LIST_POLL_MS,
  });

/** What of the log of a project is shown. */
export interface ProjectLogFilter extends LogFilter {
  /** Name of an endpoint, or empty for all. */
  readonly endpoint: string;
  /** `next_cursor` of the page before, which is newer; empty for the newest. */
  readonly cursor: string;
}

/** A page of the entries of all endpoints, newest first, at most 500; the first one is followed. */
export const projectLogQuery = (projectId: number, filter: ProjectLogFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ['project', projectId, 'runs', null, filter],
    queryFn: async ({ signal }) => {
      const { endpoint, cursor } = filter;
      const page = await answerOf(
        api.GET('/api/projects/{project_id}/runs', {
          params: {
            path: { project_id: String(projectId) },
            query: {
              ...askedOf(filter),
              ...(endpoint === '' ? {} : { endpoint }),
              ...(cursor === '' ? {} : { cursor }),
            },
          },
          signal,
        }),
      );
      return { entries: page.results as readonly LogEntry[], older: page.next_cursor };
    },
    placeholderData: keepPreviousData,
    refetchInterval: filter.cursor !== '' ? false : isLive ? LIVE_POLL_MS : LIST_POLL_MS,
  });
