import { z } from 'zod';
import { captureAnswerV1Schema, eventBatchV1 } from '../../schema/event-v1.ts';
import { truth } from '../../schema/page.ts';
import type { Operation } from './operation.ts';

const PATHS = { Analytics: '/i/v1/analytics/events', General: '/i/v1/general/events' } as const;

const EXAMPLE = {
  created_at: '2026-01-05T09:00:00Z',
  batch: [
    {
      event: 'note created',
      uuid: '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
      distinct_id: 'ada',
      timestamp: '2026-01-05T09:00:00Z',
      options: {},
      properties: { words: 120 },
    },
  ],
};

/** The paths of the v1 protocol, which answers for each event. */
export const captureV1Operations: readonly Operation[] = Object.entries(PATHS).map(([name, path]) => ({
  id: `capture${name}`,
  method: 'POST',
  path,
  access: 'open',
  tag: 'Capture',
  captureToken: 'header',
  summary: `Send events, protocol v1 (\`${path}\`)`,
  description:
    'Needs the headers `PostHog-Sdk-Info: name/version`, `PostHog-Attempt`, `PostHog-Request-Id` and ' +
    '`PostHog-Request-Timestamp`.',
  query: z.looseObject({
    wait: truth().optional().describe('true: answer when the events are visible to queries; default false'),
  }),
  body: { schema: eventBatchV1, required: true, example: EXAMPLE },
  answers: { 200: { description: 'What became of each event', schema: captureAnswerV1Schema } },
  errors: ['authentication_failed', 'throttled', 'capture_capacity'],
  errorForm: 'capture',
}));
