import type { ServiceProcess } from '../fixtures/start-process.ts';

/** What the demo has none of, so that screens are looked at with something on them. */
const MADE: readonly (readonly [path: string, body: unknown])[] = [
  [
    'actions',
    {
      name: 'Interested',
      description: 'Looked at prices, or signed up at once',
      steps: [
        { event: '$pageview', url: '/notes' },
        { event: 'signed up', properties: [{ key: '$browser', value: 'Firefox', operator: 'exact' }] },
      ],
    },
  ],
  [
    'actions',
    {
      name: 'Pressed a button',
      steps: [{ event: '$autocapture', selector: 'form > button.primary', text: 'Save' }],
    },
  ],
  [
    'cohorts',
    {
      name: 'Busy on paid plans',
      description: 'Whom to ask before prices change',
      filters: {
        properties: {
          type: 'AND',
          values: [
            { type: 'person', key: 'plan', value: 'free', operator: 'is_not' },
            {
              type: 'behavioral',
              key: 'note created',
              value: 'performed_event_multiple',
              operator: 'gte',
              operator_value: 3,
              time_value: 30,
              time_interval: 'day',
              event_filters: [{ type: 'event', key: '$browser', operator: 'exact', value: 'Firefox' }],
            },
            {
              type: 'OR',
              values: [
                {
                  type: 'behavioral',
                  key: 1,
                  event_type: 'actions',
                  value: 'performed_event',
                  explicit_datetime: '-90d',
                },
                { type: 'person', key: 'email', operator: 'is_set' },
              ],
            },
          ],
        },
      },
    },
  ],
  ['cohorts', { name: 'Beta testers', is_static: true }],
  ['cohorts/2/members', { distinct_ids: ['user-1', 'user-2', 'user-3'] }],
  [
    'endpoints',
    {
      name: 'interest',
      query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 1 }], interval: 'day' },
    },
  ],
];

/** Makes actions, cohorts and an endpoint that uses one of them, in project 1. */
export async function fillScreens(service: ServiceProcess): Promise<void> {
  for (const [path, body] of MADE) {
    const { status, json } = await service.call('POST', path, { body });
    if (status !== 201 && status !== 200)
      throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  }
}
