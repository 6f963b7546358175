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
    'endpoints',
    {
      name: 'interest',
      query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 1 }], interval: 'day' },
    },
  ],
];

/** Makes actions and an endpoint that uses one of them, in project 1. */
export async function fillScreens(service: ServiceProcess): Promise<void> {
  for (const [path, body] of MADE) {
    const { status, json } = await service.call('POST', path, { body });
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  }
}
