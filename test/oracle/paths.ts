import { readValue, textOf } from './filters.ts';
import type { OracleEvent, Query, World } from './model.ts';
import { resolveRange } from './range.ts';
import { actorOf, passesQuery, within } from './select-events.ts';

export interface PathEdge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number;
}

interface Stop {
  readonly item: string;
  readonly ms: number;
}

interface Rules {
  readonly types: readonly string[] | undefined;
  readonly groupings: readonly string[];
  readonly excluded: readonly string[];
  readonly cleaning: readonly { readonly regex: string; readonly alias: string }[];
  readonly startPoint: string | undefined;
  readonly endPoint: string | undefined;
  readonly stepLimit: number;
  /** The property that stands for an event, instead of its name. */
  readonly property: string | undefined;
}

/** In byte order; of two events at one instant the one with the lower item comes first (decision 0006). */
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const SESSION_GAP_MS = 30 * 60_000;

/** [H-1] to [H-9] by plain loops, without funnel filters; of expressions only `properties.<name>`. */
export function evaluatePaths(
  query: Query,
  world: World,
  projectCleaning: Rules['cleaning'] = [],
): PathEdge[] {
  const filter = (query['pathsFilter'] ?? {}) as Record<string, unknown>;
  const earliestMs =
    world.events.length === 0 ? undefined : Math.min(...world.events.map((event) => event.timestampMs));
  const range = resolveRange(query, world, { interval: 'day', earliestMs });
  const rules = rulesOf(filter, projectCleaning);
  const byActor = new Map<string, Stop[]>();
  const index = query['aggregation_group_type_index'] as number | null | undefined;
  for (const event of within(world.events, range.lowEdge.epochMilliseconds, range.to.epochMilliseconds)) {
    if (!isIncluded(event, rules) || !passesQuery(event, query, world)) continue;
    const actor = actorOf(event, index);
    const item = itemOf(event, rules, world);
    if (actor === '' || rules.excluded.includes(item)) continue;
    byActor.set(actor, [...(byActor.get(actor) ?? []), { item, ms: event.timestampMs }]);
  }
  const traversals = new Map<string, number[]>();
  for (const stops of byActor.values()) {
    for (const session of sessionsOf(stops.toSorted((a, b) => a.ms - b.ms || bytes(a.item, b.item)))) {
      const path = limited(collapse(session), rules);
      for (let at = 1; at < path.length; at += 1) {
        const key = JSON.stringify([`${at}_${path[at - 1]?.item}`, `${at + 1}_${path[at]?.item}`]);
        traversals.set(key, [...(traversals.get(key) ?? []), (path[at]?.ms ?? 0) - (path[at - 1]?.ms ?? 0)]);
      }
    }
  }
  return edgesOf(traversals, filter);
}

function rulesOf(filter: Readonly<Record<string, unknown>>, projectCleaning: Rules['cleaning']): Rules {
  const local = (filter['localPathCleaningFilters'] ?? []) as Rules['cleaning'];
  const types = (filter['includeEventTypes'] as readonly string[] | null | undefined) ?? undefined;
  const point = (name: string) => (typeof filter[name] === 'string' ? withoutSlash(filter[name]) : undefined);
  return {
    types: types?.filter((type) => type !== 'hogql'),
    groupings: (filter['pathGroupings'] as readonly string[] | null | undefined) ?? [],
    excluded: (filter['excludeEvents'] as readonly string[] | null | undefined) ?? [],
    cleaning: [...(filter['pathReplacements'] === true ? projectCleaning : []), ...local],
    startPoint: point('startPoint'),
    endPoint: point('endPoint'),
    property: types?.includes('hogql')
      ? String(filter['pathsHogQLExpression']).replace('properties.', '')
      : undefined,
    stepLimit: (filter['stepLimit'] as number | null | undefined) ?? 5,
  };
}

function isIncluded(event: OracleEvent, rules: Rules): boolean {
  if (rules.types === undefined || rules.types.length === 0) return true;
  if (rules.types.includes(event.event)) return true;
  return rules.types.includes('custom_event') && !event.event.startsWith('$');
}

/** [H-1], [H-3]. */
function itemOf(event: OracleEvent, rules: Rules, world: World): string {
  const property = (key: string) => {
    const value = readValue({ type: 'event', key }, event, world.project);
    return value === undefined ? '' : textOf(value);
  };
  let item = rules.property === undefined ? event.event : property(rules.property);
  if (rules.property === undefined && event.event === '$pageview')
    item = withoutSlash(property('$current_url'));
  if (rules.property === undefined && event.event === '$screen') item = property('$screen_name');
  for (const { regex, alias } of rules.cleaning) item = item.replaceAll(new RegExp(regex, 'g'), alias);
  return rules.groupings.find((pattern) => wildcard(pattern).test(item)) ?? item;
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text);

function sessionsOf(stops: readonly Stop[]): Stop[][] {
  const sessions: Stop[][] = [];
  let last: Stop | undefined;
  for (const stop of stops) {
    if (last === undefined || stop.ms - last.ms >= SESSION_GAP_MS) sessions.push([]);
    sessions.at(-1)?.push(stop);
    last = stop;
  }
  return sessions;
}

/** [H-6]. */
function collapse(session: readonly Stop[]): Stop[] {
  return session.filter((stop, at) => session[at + 1]?.item !== stop.item);
}

/** [H-7]. */
function limited(path: readonly Stop[], rules: Rules): readonly Stop[] {
  const { startPoint, endPoint, stepLimit } = rules;
  const isAt = (point: string) => (stop: Stop) => withoutSlash(stop.item) === point;
  if (startPoint === undefined && endPoint === undefined) return path.slice(0, stepLimit);
  const start = startPoint === undefined ? 0 : path.findIndex(isAt(startPoint));
  if (start === -1) return [];
  const rest = path.slice(start);
  if (endPoint === undefined) return rest.slice(0, stepLimit);
  const end = rest.findIndex(isAt(endPoint));
  if (end === -1) return [];
  const cut = rest.slice(0, end + 1);
  if (startPoint === undefined) return cut.slice(-stepLimit);
  if (cut.length <= stepLimit) return cut;
  const half = Math.floor(stepLimit / 2);
  const gap = cut[half];
  return [...cut.slice(0, half), { item: '...', ms: gap?.ms ?? 0 }, ...cut.slice(-half)];
}

/** [H-8], [H-9]. */
function edgesOf(
  traversals: ReadonlyMap<string, readonly number[]>,
  filter: Readonly<Record<string, unknown>>,
): PathEdge[] {
  const minimum = (filter['minEdgeWeight'] as number | null | undefined) ?? 0;
  const maximum = (filter['maxEdgeWeight'] as number | null | undefined) ?? Number.POSITIVE_INFINITY;
  const edges = [...traversals].map(([key, times]) => {
    const [source = '', target = ''] = JSON.parse(key) as string[];
    return {
      source,
      target,
      value: times.length,
      average_conversion_time: times.reduce((a, b) => a + b, 0) / times.length,
    };
  });
  const cut = edges
    .filter(({ value }) => value >= minimum && value <= maximum)
    .toSorted((a, b) => b.value - a.value || bytes(a.source, b.source) || bytes(a.target, b.target))
    .slice(0, (filter['edgeLimit'] as number | null | undefined) ?? 50);
  return cut.filter((edge) => isReachable(edge.source, cut));
}

function isReachable(node: string, edges: readonly PathEdge[]): boolean {
  if (node.startsWith('1_')) return true;
  return edges.some((edge) => edge.target === node && isReachable(edge.source, edges));
}
