import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { SCOPES } from './scopes.ts';

const label = described(
  z.string().trim().min(1).max(200),
  'What the key is for, 1..200 characters',
  'dashboard',
);

const scopes = z
  .array(z.enum(SCOPES))
  .min(1)
  .max(SCOPES.length)
  .describe('What the key may do; `*` is everything. No more than the key that makes it');

const ENDPOINTS =
  'Names of the endpoints that it may run; null = every endpoint of its projects. Only for a key of one project whose sole scope is `endpoint:run`';

const endpoints = z.array(z.string().min(1).max(128)).min(1).max(100).nullable().optional();

/** Body of `POST /api/personal_api_keys/`. */
export const keyCreateSchema = component('KeyCreate', 'A new key', {
  label,
  scopes,
  projects: z
    .array(z.int().min(1).max(999_999_999))
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe('Ids of the projects it reaches; null = every project. Default: those of the calling key'),
  endpoints: described(endpoints, `${ENDPOINTS}. Default null`, ['usage-by-day']),
  expires_at: described(
    z.iso.datetime({ offset: true }).nullable().default(null),
    'End of the key, ISO 8601 with zone, such as 2027-01-01T00:00:00Z; null (default) = that of the calling key, if it has one',
    '2027-01-01T00:00:00Z',
  ),
});

export type KeyCreate = z.output<typeof keyCreateSchema>;

/** Body of `POST /api/personal_api_keys/{id}/roll`. */
export const keyRollSchema = component('KeyRoll', 'How to replace a secret', {
  overlap_seconds: z
    .int()
    .min(0)
    .max(604_800)
    .default(0)
    .describe('Time for which the old secret works too, 0 (default)..604800 seconds'),
});

export type KeyRoll = z.output<typeof keyRollSchema>;

/** Body of `PATCH /api/personal_api_keys/{id}`. */
export const keyChangeSchema = component('KeyChange', 'What to change of a key', {
  label: label.optional(),
  endpoints: described(endpoints, `${ENDPOINTS}. Not of the calling key itself`, ['usage-by-day']),
  expires_at: described(
    z.iso.datetime({ offset: true }).nullable().optional(),
    'New end of the key, ISO 8601 with zone; null = never. Not after that of the calling key, and not of the calling key itself',
    '2027-01-01T00:00:00Z',
  ),
});

export type KeyChange = z.output<typeof keyChangeSchema>;

/** A key as answered. The secret itself is answered once, when it is made or rolled. */
export const keySchema = component('Key', 'A personal API key, without its secret', {
  id: described(z.string(), 'Names the key without being a secret', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  label,
  hint: described(z.string(), 'First and last letters of the secret', 'slp_a1…9z'),
  scopes,
  projects: z.array(z.int()).nullable().describe('Ids of the projects it reaches; null = every project'),
  endpoints: z
    .array(z.string())
    .nullable()
    .describe(
      'Names of the endpoints that it may run, without deleted ones; null = every endpoint of its projects',
    ),
  created_at: moment('When it was made'),
  created_by: described(
    z.string().nullable(),
    'Id of the key that made it; null for the root key',
    '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ),
  expires_at: described(
    z.string().nullable(),
    'End of the key, ISO 8601, UTC; null = never',
    '2026-01-05T09:00:00.000Z',
  ),
  last_used_at: described(
    z.string().nullable(),
    'When it was last used, ISO 8601, UTC, exact to a minute; null = not used yet',
    '2026-01-05T09:00:00.000Z',
  ),
});

export type Key = z.output<typeof keySchema>;

/** Answer of `GET /api/personal_api_keys/@current`. */
export const currentKeySchema = keySchema
  .extend({
    session: z
      .strictObject({ expires_at: moment('When it ends unless it is used before; every use puts that off') })
      .nullable()
      .describe('The session of the console that stands for the key; null when the key itself calls'),
  })
  .describe('The personal API key that calls')
  .meta({ id: 'CurrentKey' });

export type CurrentKey = z.output<typeof currentKeySchema>;

/** Answer of create and roll. */
export const keyWithSecretSchema = keySchema
  .extend({
    value: described(z.string(), 'The key itself, shown this once', 'slp_...'),
  })
  .describe('A personal API key with its secret')
  .meta({ id: 'KeyWithSecret' });

export type KeyWithSecret = z.output<typeof keyWithSecretSchema>;
