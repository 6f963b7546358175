import type { RandomSource } from '../../fixtures/random-source.ts';
import type { TestProject } from '../../fixtures/start-service.ts';

export type Org = 'org-a' | 'org-b';
export const ORGS: readonly [Org, Org] = ['org-a', 'org-b'];

/** Of one tenant. Both tenants have users, products and days in common, so that whatever leaks is counted. */
interface TenantEvent {
  readonly org: Org;
  readonly sent: object;
}

const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

export function eventsOfTenants(random: RandomSource, count: number): readonly TenantEvent[] {
  return Array.from({ length: count }, (_, at) => {
    // The second tenant has three times as much.
    const org = random.oneIn(4) ? ORGS[0] : ORGS[1];
    const properties = {
      organization: org,
      price: random.below(500) / 4,
      product: random.pick(['shirt', 'shoe', "o'hat"]),
      $session_id: `session-${random.below(40)}`,
    };
    const sent = {
      event: random.pick(['buy', 'see', 'see', 'leave']),
      distinct_id: `user-${random.below(25)}`,
      timestamp: new Date(FIRST_DAY_MS + random.below(20) * DAY_MS + at * 1000).toISOString(),
      properties,
    };
    return { org, sent };
  });
}

const sql = (query: string, more: object = {}) => ({ query: { kind: 'HogQLQuery', query }, ...more });
const insight = (kind: string, members: object) => ({
  query: { kind, dateRange: { date_from: '2026-01-01', date_to: '2026-01-20' }, ...members },
});
const events = (...names: readonly string[]) => names.map((event) => ({ kind: 'EventsNode', event }));

/** An endpoint that tokens run, and whether a caller may page it and fill in `from`. */
interface TenantEndpoint {
  readonly definition: object;
  readonly isTable?: true;
  readonly hasFrom?: true;
  /** Its tenant is a variable of its text, which a token fixes in place of a filter. */
  readonly hasVariable?: true;
}

/** Queries whose authors did not think of tenants, each of another shape. */
export const ENDPOINTS: Readonly<Record<string, TenantEndpoint>> = {
  days: {
    definition: sql(
      `select toDate(timestamp) as day, count() as n, sum(properties.price) as spent, count(distinct person_id) as people
       from events where {filters} group by day order by day`,
    ),
    isTable: true,
  },
  totals: {
    definition: sql(
      'select (select count() from events) as every, count() as n from events where {filters} or 1 = 1',
    ),
  },
  common: {
    definition: sql(
      `with priced as (select event, properties.price as price from events)
       select event, count() as n, max(price) as most from priced group by event order by event`,
    ),
    isTable: true,
  },
  joined: {
    definition: sql(
      `select e.event as event, count() as n from events as e
       join (select distinct person_id as id from events where event = 'buy') as buyers on e.person_id = buyers.id
       group by event order by event`,
    ),
    isTable: true,
  },
  united: {
    definition: sql(
      `select kind, n from (
         select 'bought' as kind, count() as n from events where event = 'buy'
         union all select 'every', count() from events
         union all select 'since', count() from events where toString(timestamp) >= {variables.from}
       ) order by kind`,
      { variables: { from: { type: 'String', default: '2026-01-10' } } },
    ),
    isTable: true,
    hasFrom: true,
  },
  named: {
    definition: sql(
      `select properties.product as product, count() as n, sum(properties.price) as spent from events
       where properties.organization = {variables.organization} and toString(timestamp) >= {variables.from}
       group by product order by product`,
      {
        variables: {
          organization: { type: 'String', required: true },
          from: { type: 'String', default: '2026-01-05' },
        },
      },
    ),
    isTable: true,
    hasFrom: true,
    hasVariable: true,
  },
  trend: {
    definition: insight('TrendsQuery', {
      series: [
        ...events('see'),
        { kind: 'EventsNode', event: 'buy', math: 'hogql', math_hogql: 'sum((select count() from events))' },
        { kind: 'EventsNode', event: 'buy', math: 'dau' },
      ],
    }),
  },
  broken: {
    definition: insight('TrendsQuery', {
      series: events('buy', 'see'),
      breakdownFilter: { breakdown: 'product', breakdown_type: 'event' },
      compareFilter: { compare: true },
    }),
  },
  funnel: { definition: insight('FunnelsQuery', { series: events('see', 'buy', 'leave') }) },
  retention: {
    definition: insight('RetentionQuery', {
      retentionFilter: {
        period: 'Day',
        totalIntervals: 5,
        targetEntity: { id: 'see', type: 'events' },
        returningEntity: { id: 'buy', type: 'events' },
      },
    }),
  },
  sticky: { definition: insight('StickinessQuery', { series: events('see') }) },
};

/** The endpoints and those events of which `holds` is true, in a project. */
export async function fillProject(
  project: TestProject,
  sent: readonly TenantEvent[],
  holds: (org: Org) => boolean,
): Promise<void> {
  await project.capture(sent.filter(({ org }) => holds(org)).map((event) => event.sent));
  for (const [name, { definition }] of Object.entries(ENDPOINTS)) {
    const made = await project.call('POST', 'endpoints', { body: { name, ...definition } });
    if (made.status !== 201) throw new Error(`${name}: ${made.text}`);
  }
}
