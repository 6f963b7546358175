import { z } from 'zod';
import { component, described } from '../../schema/described.ts';
import { serviceSchema } from '../../schema/service.ts';
import type { Operation } from './operation.ts';

const open = { method: 'GET', access: 'open', tag: 'Service' } as const;

const statusOf = (status: 'live' | 'ready') =>
  z.strictObject({ status: z.literal(status).describe(`Always \`${status}\``) });

/** An OpenAPI document, as little of it as callers need to know. */
export const openApiSchema = z
  .record(z.string(), z.unknown())
  .describe('An OpenAPI 3.1 document')
  .meta({ id: 'OpenApiDocument' });

const rootSchema = component('Root', 'The service and its places', {
  name: described(z.literal('sluice'), 'Always `sluice`', 'sluice'),
  version: described(z.string(), 'Version of the service', '0.1.0'),
  docs: described(z.string(), 'Where the documents for people are', '/docs'),
  console: described(
    z.string().nullable(),
    'Where the web console is; null where SLUICE_CONSOLE is off',
    '/console/',
  ),
});

const page = { description: 'A page', media: ['text/html; charset=utf-8'] } as const;

/** Health and documents of the service. */
export const serviceOperations = {
  root: {
    ...open,
    id: 'getRoot',
    path: '/',
    summary: 'Where is what?',
    description: 'Whoever takes HTML is sent to the console, or to the documents where there is none.',
    answers: { 200: { description: 'The service and its places', schema: rootSchema } },
  },
  live: {
    ...open,
    id: 'getLiveness',
    path: '/_livez',
    summary: 'Does the process answer?',
    answers: { 200: { description: 'It does', schema: statusOf('live') } },
  },
  ready: {
    ...open,
    id: 'getReadiness',
    path: '/_readyz',
    summary: 'Is the service ready for requests?',
    answers: { 200: { description: 'It is', schema: statusOf('ready') } },
  },
  openapi: {
    ...open,
    id: 'getOpenApi',
    path: '/openapi.json',
    summary: 'This document',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document',
        schema: openApiSchema,
      },
    },
  },
  docs: {
    ...open,
    id: 'getDocs',
    path: '/docs',
    summary: 'This document for people',
    answers: { 200: page },
  },
  errors: {
    ...open,
    id: 'getErrorDocs',
    path: '/docs/errors',
    summary: 'Every error code, for people',
    answers: { 200: page },
  },
} as const satisfies Record<string, Operation>;

/** For those who have a key. */
export const aboutOperations = {
  service: {
    id: 'getService',
    method: 'GET',
    path: '/api/service',
    access: 'any-key',
    tag: 'Service',
    summary: 'What service this is: version, time, engine, limits',
    answers: { 200: { description: 'The service', schema: serviceSchema } },
  },
} as const satisfies Record<string, Operation>;

/** Only with the setting SLUICE_TEST_CLOCK. */
export const testOperations = {
  clock: {
    id: 'setTestClock',
    method: 'POST',
    path: '/_test/clock',
    access: 'open',
    tag: 'Service',
    summary: 'Set the clock of the process',
    description: 'Exists only when the service runs with `SLUICE_TEST_CLOCK`.',
    body: {
      schema: component('TestClock', 'What time it is to be', {
        now: described(
          z.string().nullable(),
          'An ISO instant; null lets the clock go again',
          '2026-01-05T09:00:00Z',
        ),
      }),
      required: true,
      example: { now: '2026-01-05T09:00:00Z' },
    },
    answers: {
      200: {
        description: 'The time of the process',
        schema: z.strictObject({
          now: described(z.string(), 'ISO 8601, UTC', '2026-01-05T09:00:00.000Z'),
        }),
      },
    },
  },
} as const satisfies Record<string, Operation>;
