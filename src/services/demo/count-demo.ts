import type { DemoEvent } from './generate-demo.ts';

/** Counts of the demo made by plain loops over its events, so that every answer of the service can be checked. */
export interface DemoTruth {
  readonly events: number;
  readonly distinctIds: number;
  readonly byEvent: Readonly<Record<string, number>>;
  /** `YYYY-MM-DD` (UTC) → event name → number. Days without events are absent. */
  readonly byDay: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** First day of the week (Sunday, UTC) → distinct ids with at least one `$pageview`. */
  readonly weeklyPageviewUsers: Readonly<Record<string, number>>;
  /** Organization key → `YYYY-MM-DD` (UTC) → number of events of its members. */
  readonly organizationUsage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Event name → distinct ids of members (passers-by left out). */
  readonly memberUsers: Readonly<Record<string, number>>;
  /** Sum of `amount` over `invoice paid` where it is a number or the text of one, in cents. */
  readonly revenueCents: number;
}

const DAY_MS = 86_400_000;

/** Counts `events`; one pass, nothing but loops and maps. */
export function countDemo(events: readonly DemoEvent[]): DemoTruth {
  const byEvent: Record<string, number> = {};
  const byDay: Record<string, Record<string, number>> = {};
  const organizationUsage: Record<string, Record<string, number>> = {};
  const weekly = new Map<string, Set<string>>();
  const members = new Map<string, Set<string>>();
  let revenueCents = 0;
  for (const { event, distinct_id, timestamp, properties } of events) {
    const day = timestamp.slice(0, 10);
    add(byEvent, event);
    byDay[day] ??= {};
    add(byDay[day], event);
    if (event === '$pageview') remember(weekly, weekOf(day), distinct_id);
    if (properties['$process_person_profile'] !== false) remember(members, event, distinct_id);
    const organization = organizationOf(properties);
    if (organization !== undefined) {
      organizationUsage[organization] ??= {};
      add(organizationUsage[organization], day);
    }
    if (event === 'invoice paid') revenueCents += cents(properties['amount']);
  }
  return {
    events: events.length,
    distinctIds: new Set(events.map((event) => event.distinct_id)).size,
    byEvent,
    byDay,
    weeklyPageviewUsers: sizes(weekly),
    organizationUsage,
    memberUsers: sizes(members),
    revenueCents,
  };
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function remember(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key) ?? new Set<string>();
  sets.set(key, set.add(member));
}

function sizes(sets: ReadonlyMap<string, ReadonlySet<string>>): Record<string, number> {
  return Object.fromEntries([...sets].map(([key, set]) => [key, set.size]));
}

function weekOf(day: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return new Date(ms - new Date(ms).getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}

function organizationOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  const groups = properties['$groups'];
  if (typeof groups !== 'object' || groups === null || !('organization' in groups)) return undefined;
  return typeof groups.organization === 'string' ? groups.organization : undefined;
}

function cents(amount: unknown): number {
  const euros = typeof amount === 'string' ? Number(amount) : amount;
  return typeof euros === 'number' && Number.isFinite(euros) ? Math.round(euros * 100) : 0;
}
