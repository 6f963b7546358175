import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { serviceNowMs } from './service.ts';
import type { Usage } from './shapes.ts';

/** Ranges that lists and charts offer, with their length in seconds and the step of their series. */
export const RANGES = [
  { value: '1h', label: 'Last hour', seconds: 3600, interval: 'minute' },
  { value: '24h', label: 'Last 24 hours', seconds: 86_400, interval: 'hour' },
  { value: '7d', label: 'Last 7 days', seconds: 604_800, interval: 'hour' },
  { value: '30d', label: 'Last 30 days', seconds: 2_592_000, interval: 'day' },
  { value: '90d', label: 'Last 90 days', seconds: 7_776_000, interval: 'day' },
] as const;

export type RangeName = (typeof RANGES)[number]['value'];

/** The range of a text of the address; 24 hours for anything else. */
export function rangeOf(text: string): (typeof RANGES)[number] {
  return RANGES.find(({ value }) => value === text) ?? RANGES[1];
}

/** Start and end of a range that ends now, by the clock of the service. */
function instantsOf(rangeName: RangeName): { readonly after: string; readonly before: string } {
  const beforeMs = serviceNowMs();
  const afterMs = beforeMs - rangeOf(rangeName).seconds * 1000;
  return { after: new Date(afterMs).toISOString(), before: new Date(beforeMs).toISOString() };
}

/** What an endpoint did in a range. */
export interface EndpointUsage {
  readonly name: string;
  readonly runs: number;
  readonly errors: number;
  readonly hitRate: number | null;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Answered runs by source. */
  readonly served: { readonly cache: number; readonly snapshot: number; readonly direct: number };
  /** Steps of the range, oldest first, gaps filled with 0. */
  readonly series: readonly { readonly start: string; readonly runs: number; readonly errors: number }[];
}

/** Runs of one endpoint in a range that ends now. */
export const endpointUsageQuery = (
  projectId: number,
  endpoint: { readonly name: string },
  rangeName: RangeName,
) =>
  queryOptions({
    queryKey: ['project', projectId, 'usage', endpoint.name, rangeName],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        const { interval } = rangeOf(rangeName);
        const usage = await answerOf(
          api.GET('/api/projects/{project_id}/endpoints/{name}/usage', {
            params: {
              path: { project_id: String(projectId), name: endpoint.name },
              query: { ...instantsOf(rangeName), interval },
            },
            signal,
          }),
        );
        return usageOf(endpoint.name, usage, usage.results ?? [], { ...usage, interval });
      }),
    refetchInterval: 15_000,
  });

/** What was refused or failed in a range that ends now, by code, the most first. */
export const errorCodesQuery = (projectId: number, name: string, rangeName: RangeName) =>
  queryOptions({
    queryKey: ['project', projectId, 'usage', name, rangeName, 'errors'],
    queryFn: async ({ signal }) => {
      const usage = await answerOf(
        api.GET('/api/projects/{project_id}/endpoints/{name}/usage', {
          params: {
            path: { project_id: String(projectId), name },
            query: { ...instantsOf(rangeName), by: 'error_code' },
          },
          signal,
        }),
      );
      return usage.errors_by_code?.results ?? [];
    },
    refetchInterval: 15_000,
  });

/** Runs of all endpoints in a range of whole hours that ends now, in one call, with what they come to together. */
export const projectUsageQuery = (projectId: number, rangeName: RangeName) =>
  queryOptions({
    queryKey: ['project', projectId, 'usage', 'all', rangeName],
    queryFn: async ({ signal }): Promise<ProjectUsage> => {
      const interval = rangeOf(rangeName).interval === 'day' ? 'day' : 'hour';
      const usage = await answerOf(
        api.POST('/api/projects/{project_id}/endpoints/usage', {
          params: { path: { project_id: String(projectId) } },
          body: { ...instantsOf(rangeName), interval },
          signal,
        }),
      );
      const within = { after: usage.after, before: usage.before, interval } as const;
      const endpoints = usage.results.map((one) => usageOf(one.name, one, one.series ?? [], within));
      return {
        p95Ms: usage.totals.p95_ms,
        totals: { ...usageOf('', usage.totals, [], within), series: summed(endpoints) },
        endpoints: new Map(endpoints.map((one) => [one.name, one])),
      };
    },
    refetchInterval: 15_000,
  });

/** Figures of all endpoints, by name, and the 95th percentile of their runs together. */
export interface ProjectUsage {
  readonly p95Ms: number | null;
  /** All of them together. */
  readonly totals: EndpointUsage;
  readonly endpoints: ReadonlyMap<string, EndpointUsage>;
}

/** Steps of all endpoints added up; all have the same steps. */
function summed(endpoints: readonly EndpointUsage[]): EndpointUsage['series'] {
  const [first] = endpoints;
  return (first?.series ?? []).map(({ start }, at) => ({
    start,
    runs: endpoints.reduce((sum, { series }) => sum + (series[at]?.runs ?? 0), 0),
    errors: endpoints.reduce((sum, { series }) => sum + (series[at]?.errors ?? 0), 0),
  }));
}

const STEP_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

interface Within {
  readonly after: string;
  readonly before: string;
  readonly interval: keyof typeof STEP_MS;
}

type Figures = Pick<
  Usage,
  'runs' | 'errors' | 'hit_rate' | 'rows_read' | 'bytes_read' | 'p50_ms' | 'p95_ms' | 'served'
>;

type Step = { readonly start?: string; readonly runs: number; readonly errors: number };

function usageOf(name: string, figures: Figures, series: readonly Step[], within: Within): EndpointUsage {
  const { cache, materialized, direct } = figures.served;
  return {
    name,
    runs: figures.runs,
    errors: figures.errors,
    hitRate: figures.hit_rate,
    rowsRead: figures.rows_read,
    bytesRead: figures.bytes_read,
    p50Ms: figures.p50_ms,
    p95Ms: figures.p95_ms,
    served: { cache, snapshot: materialized, direct },
    series: filled(series, within),
  };
}

/** Every step of the range, those without runs as 0. */
function filled(series: readonly Step[], { after, before, interval }: Within): EndpointUsage['series'] {
  const byStart = new Map(series.map((entry) => [Date.parse(entry.start ?? ''), entry]));
  const step = STEP_MS[interval];
  const from = Math.floor(Date.parse(after) / step) * step;
  const steps = Math.min(1000, Math.ceil((Date.parse(before) - from) / step));
  return Array.from({ length: steps }, (_, index) => {
    const entry = byStart.get(from + index * step);
    return {
      start: new Date(from + index * step).toISOString(),
      runs: entry?.runs ?? 0,
      errors: entry?.errors ?? 0,
    };
  });
}

/** Calls of one figure a row run four at once; the rest wait. Bounded by the rows of a list. */
const waiting: (() => void)[] = [];
let running = 0;
const AT_ONCE = 4;

async function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await call();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
