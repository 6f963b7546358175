import { z } from 'zod';
import { SCOPES } from './scope.ts';

const label = z.string().trim().min(1).max(200).describe('What the key is for, 1..200 characters');

const scopes = z
  .array(z.enum(SCOPES))
  .min(1)
  .max(SCOPES.length)
  .describe('What the key may do; `*` is everything. No more than the key that makes it');

/** Body of `POST /api/personal_api_keys/`. */
export const keyCreateSchema = z.strictObject({
  label,
  scopes,
  projects: z
    .array(z.int().min(1))
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe('Ids of the projects it reaches; null = every project. Default: those of the calling key'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe('End of the key, ISO 8601 with zone, such as 2027-01-01T00:00:00Z; null (default) = none'),
});

export type KeyCreate = z.output<typeof keyCreateSchema>;

/** Body of `POST /api/personal_api_keys/{id}/roll`. */
export const keyRollSchema = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(604_800)
    .default(0)
    .describe('Time for which the old secret works too, 0 (default)..604800 seconds'),
});

export type KeyRoll = z.output<typeof keyRollSchema>;

/** A key as answered. The secret itself is answered once, when it is made or rolled. */
const keySchema = z.strictObject({
  id: z.string(),
  label,
  hint: z.string().describe('First and last letters of the secret'),
  scopes,
  projects: z.array(z.int()).nullable().describe('Ids of the projects it reaches; null = every project'),
  created_at: z.string().describe('ISO 8601, UTC'),
  created_by: z.string().nullable().describe('Id of the key that made it; null for the root key'),
  expires_at: z.string().nullable().describe('ISO 8601, UTC; null = never'),
  last_used_at: z.string().nullable().describe('ISO 8601, UTC, exact to a minute; null = not used yet'),
});

export type Key = z.output<typeof keySchema>;

/** Answer of create and roll. */
const keyWithSecretSchema = keySchema.extend({
  value: z.string().describe('The key itself, shown this once'),
});

export type KeyWithSecret = z.output<typeof keyWithSecretSchema>;
