/** An endpoint of the demo and a request that shows what it is for. */
export interface DemoEndpoint {
  readonly name: string;
  readonly description: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly exampleBody: Readonly<Record<string, unknown>>;
}

/** The endpoints that a first start creates in project 1. */
export const DEMO_ENDPOINTS: readonly DemoEndpoint[] = [
  {
    name: 'usage-by-day',
    description: "One customer's usage by day: every event of the organization's members.",
    query: {
      kind: 'HogQLQuery',
      query: `SELECT toDate(timestamp) AS day, count() AS events, count(DISTINCT person_id) AS users
FROM events
WHERE $group_0 = {variables.organization}
GROUP BY day
ORDER BY day`,
    },
    exampleBody: { variables: { organization: 'org-01' } },
  },
  {
    name: 'weekly-active-users',
    description: 'Distinct people who opened a page, week by week.',
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: '$pageview', math: 'dau' }],
      interval: 'week',
      dateRange: { date_from: '-90d' },
    },
    exampleBody: {
      filters_override: { properties: [{ key: '$browser', value: 'Firefox', operator: 'exact' }] },
    },
  },
  {
    name: 'feature-use',
    description: 'How often each feature was used, day by day.',
    query: {
      kind: 'TrendsQuery',
      series: [
        { kind: 'EventsNode', event: 'note created' },
        { kind: 'EventsNode', event: 'note shared' },
        { kind: 'EventsNode', event: 'summary made' },
      ],
      interval: 'day',
      dateRange: { date_from: '-30d' },
    },
    exampleBody: { query_override: { dateRange: { date_from: '-14d' }, interval: 'week' } },
  },
  {
    name: 'sign-up-funnel',
    description: 'From the first visit, as nobody, to the sign-up and the first invoice, by kind of device.',
    query: {
      kind: 'FunnelsQuery',
      series: ['$pageview', 'signed up', 'invoice paid'].map((event) => ({ kind: 'EventsNode', event })),
      funnelsFilter: { funnelWindowInterval: 30, funnelWindowIntervalUnit: 'day' },
      breakdownFilter: { breakdown: '$device_type', breakdown_type: 'event' },
      dateRange: { date_from: '-180d' },
    },
    exampleBody: {
      filters_override: { properties: [{ key: '$browser', value: 'Firefox', operator: 'exact' }] },
    },
  },
];
