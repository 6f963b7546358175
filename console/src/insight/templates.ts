import type { EventDefinition } from '../data/catalogue.ts';
import type { QueryKind } from '../data/shapes.ts';

/** A question that many ask, as a query over the events that came in. */
export interface Template {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly kind: QueryKind;
  /** Name that its endpoint is given unless the user writes another. */
  readonly name: string;
  /** The query; the busiest events of the project fill it, and without any it stays open. */
  readonly query: (events: readonly EventDefinition[]) => Readonly<Record<string, unknown>>;
}

const BY_CUSTOMER = `SELECT toDate(timestamp) AS day, count() AS events
FROM events
WHERE distinct_id = {variables.customer}
GROUP BY day
ORDER BY day`;

/** Templates in the order in which they are offered. */
export const TEMPLATES: readonly Template[] = [
  {
    id: 'weekly-actives',
    label: 'Weekly actives',
    help: 'People who did something, week by week',
    kind: 'TrendsQuery',
    name: 'weekly-actives',
    query: (events) => ({
      kind: 'TrendsQuery',
      series: [{ ...nodeOf(first(events)), math: 'dau' }],
      interval: 'week',
      dateRange: { date_from: '-90d' },
    }),
  },
  {
    id: 'usage-by-customer',
    label: 'Usage by customer',
    help: 'Events of one customer by day, as SQL with a variable',
    kind: 'HogQLQuery',
    name: 'usage-by-customer',
    query: () => ({ kind: 'HogQLQuery', query: BY_CUSTOMER }),
  },
  {
    id: 'sign-up-funnel',
    label: 'Sign-up funnel',
    help: 'From the first visit to the sign-up',
    kind: 'FunnelsQuery',
    name: 'sign-up-funnel',
    query: (events) => ({
      kind: 'FunnelsQuery',
      series: [nodeOf(first(events)), nodeOf(signUp(events))],
      dateRange: { date_from: '-30d' },
    }),
  },
  {
    id: 'retention',
    label: 'Retention of new users',
    help: 'Who comes back in the weeks after',
    kind: 'RetentionQuery',
    name: 'retention-of-new-users',
    query: (events) => {
      const entity = { id: first(events) ?? '$pageview', type: 'events' };
      return {
        kind: 'RetentionQuery',
        retentionFilter: {
          targetEntity: entity,
          returningEntity: entity,
          retentionType: 'retention_first_time',
          period: 'Week',
          totalIntervals: 8,
        },
        dateRange: { date_from: '-56d' },
      };
    },
  },
];

/** The template of an address (`?template=`); undefined for another word. */
export const templateOf = (id: string | undefined): Template | undefined =>
  TEMPLATES.find((template) => template.id === id);

/** What people do first: opening a page where pages are seen, else what comes in most. */
const first = (events: readonly EventDefinition[]): string | null =>
  (events.find(({ name }) => name === '$pageview') ?? events[0])?.name ?? null;

/** What is called a sign-up, else the next event that comes in most. */
function signUp(events: readonly EventDefinition[]): string | null {
  const before = first(events);
  const named = events.find(({ name }) => /sign(?:ed)?[\s_-]*up|register/i.test(name));
  return (named ?? events.find(({ name }) => name !== before))?.name ?? before;
}

const nodeOf = (event: string | null): Readonly<Record<string, unknown>> =>
  event === null ? { kind: 'EventsNode' } : { kind: 'EventsNode', event };
