import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
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

/** What an endpoint did in a range. */
export interface EndpointUsage {
  readonly name: string;
  readonly runs: number;
  readonly errors: number;
  readonly hitRate: number | null;
  readonly rowsRead: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Answered runs by source; null where the service does not tell them apart. */
  readonly served: { readonly cache: number; readonly snapshot: number; readonly direct: number } | null;
  /** Steps of the range, oldest first, gaps filled with 0. */
  readonly series: readonly { readonly start: string; readonly runs: number; readonly errors: number }[];
}

/** Runs of one endpoint in a range that ends now. */
export const endpointUsageQuery = (
  projectId: number,
  endpoint: { readonly name: string; readonly is_materialized: boolean },
  rangeName: RangeName,
) =>
  queryOptions({
    queryKey: ['project', projectId, 'usage', endpoint.name, rangeName, endpoint.is_materialized],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        const range = rangeOf(rangeName);
        const before = new Date();
        const after = new Date(before.getTime() - range.seconds * 1000);
        const usage = await answerOf(
          api.GET('/api/projects/{project_id}/endpoints/{name}/usage', {
            params: {
              path: { project_id: String(projectId), name: endpoint.name },
              query: { after: after.toISOString(), before: before.toISOString(), interval: range.interval },
            },
            signal,
          }),
        );
        return usageOf(endpoint, usage, range.interval);
      }),
    refetchInterval: 15_000,
  });

const STEP_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Turns an answer into figures. What is not from the cache is direct where there is no snapshot, else not known. */
function usageOf(
  endpoint: { readonly name: string; readonly is_materialized: boolean },
  usage: Usage,
  interval: keyof typeof STEP_MS,
): EndpointUsage {
  const others = Math.max(0, usage.runs - usage.errors - usage.cache_hits);
  const isKnown = !endpoint.is_materialized || others === 0;
  return {
    name: endpoint.name,
    runs: usage.runs,
    errors: usage.errors,
    hitRate: usage.hit_rate,
    rowsRead: usage.rows_read,
    p50Ms: usage.p50_ms,
    p95Ms: usage.p95_ms,
    served: isKnown ? { cache: usage.cache_hits, snapshot: 0, direct: others } : null,
    series: filled(usage, interval),
  };
}

function filled(usage: Usage, interval: keyof typeof STEP_MS): EndpointUsage['series'] {
  const byStart = new Map((usage.results ?? []).map((entry) => [Date.parse(entry.start ?? ''), entry]));
  const step = STEP_MS[interval];
  const from = Math.floor(Date.parse(usage.after) / step) * step;
  const steps = Math.min(1000, Math.ceil((Date.parse(usage.before) - from) / step));
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
