import { z } from 'zod';
import { described } from '../../schema/described.ts';
import { captureAnswerSchema, captureBodySchema } from '../../schema/event.ts';
import { truth } from '../../schema/page.ts';
import type { Operation } from './operation.ts';

/** Paths of the v0 protocol. Any of its envelopes may come on any of them. */
const PATHS = {
  Batch: '/batch',
  Event: '/capture',
  EventShort: '/e',
  EventV0: '/i/v0/e',
  Track: '/track',
  Person: '/engage',
} as const;

const EXAMPLE = {
  api_key: 'slc_...',
  batch: [{ event: 'note created', distinct_id: 'ada', properties: { words: 120 } }],
};

const query = z.looseObject({
  wait: truth().optional().describe('true: answer when the events are visible to queries; default false'),
  beacon: z.literal('1').optional().describe('1: answer 204 without body'),
  compression: described(
    z.string().optional(),
    'Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out',
    'lz64',
  ),
  data: described(
    z.string().optional(),
    'The envelope itself, for calls without body',
    'eyJldmVudCI6ICJ4In0=',
  ),
});

const shared = {
  access: 'open',
  tag: 'Capture',
  captureToken: 'body',
  query,
  answers: {
    200: {
      description: 'The events are durable',
      schema: captureAnswerSchema,
    },
    204: { description: 'The events are durable; for `beacon=1`' },
  },
  errors: [
    'authentication_failed',
    'invalid_json',
    'invalid_value',
    'payload_too_large',
    'throttled',
    'capture_capacity',
  ],
  errorForm: 'text',
} as const;

/** The paths of the v0 protocol, twice each: POST, and GET with `data`. */
export const captureOperations: readonly Operation[] = Object.entries(PATHS).flatMap(
  ([name, path]): readonly Operation[] => [
    {
      ...shared,
      id: `capture${name}`,
      method: 'POST',
      path,
      summary: `Send events (\`${path}\`)`,
      body: { schema: captureBodySchema, required: true, example: EXAMPLE },
    },
    {
      ...shared,
      id: `capture${name}ByGet`,
      method: 'GET',
      path,
      summary: `Send events in the query string (\`${path}\`)`,
    },
  ],
);
