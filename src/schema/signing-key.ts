import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { SIGNING_ALGORITHMS, tokenAllowSchema } from './token-claims.ts';

const label = described(
  z.string().trim().min(1).max(200),
  'What signs with it, 1..200 characters',
  'shop server',
);

const endpoints = described(
  z.array(z.string().min(1).max(128)).min(1).max(100).nullable(),
  'Names of the endpoints that its tokens may name; null = every endpoint of the project',
  ['usage-by-day'],
);

const names = z.array(z.string().min(1).max(200)).max(50);

const demands = z
  .strictObject({
    variables: names.default([]).describe('Names of variables that every token fixes'),
    filters: names.default([]).describe('Keys of filters that every token has'),
  })
  .describe('What every token has to fix, else it answers nothing');

const ceiling = tokenAllowSchema
  .nullable()
  .describe('What its tokens may allow their holders at most; null = whatever they say');

const shared = z
  .array(z.enum(['person', 'group']))
  .max(2)
  .describe(
    'Tables that queries may read through `person.` and `group_0.` although filters do not narrow these rows',
  );

const ttl = described(
  z.int().min(60).max(86_400),
  'Longest time that a token may be valid for, 60..86400 seconds',
  3_600,
);

const isActive = z.boolean().describe('False: its tokens are refused');

const end = described(
  z.iso.datetime({ offset: true }).nullable(),
  'End of the key, ISO 8601 with zone; null = never',
  '2027-01-01T00:00:00Z',
);

const publicKey = z.record(z.string(), z.unknown()).describe('The public half of the key (RFC 7517)');

/** Body of `POST /signing_keys/`. */
export const signingKeyCreateSchema = component('SigningKeyCreate', 'A new signing key', {
  label,
  algorithm: z
    .enum(SIGNING_ALGORITHMS)
    .default('Ed25519')
    .describe('The one algorithm of its tokens; default Ed25519'),
  public_key: publicKey.optional(),
  generate: z.literal(true).optional().describe('Make a pair of keys and answer the private half once'),
  endpoints: endpoints.default(null),
  require: demands.default({ variables: [], filters: [] }),
  allow: ceiling.default(null),
  allow_shared: shared.default([]),
  max_ttl_seconds: ttl.default(3_600),
  expires_at: end.default(null),
});

export type SigningKeyCreate = z.output<typeof signingKeyCreateSchema>;

/** Body of `PATCH /signing_keys/{id}`. */
export const signingKeyChangeSchema = component('SigningKeyChange', 'What to change of a signing key', {
  label: label.optional(),
  endpoints: endpoints.optional(),
  require: demands.optional(),
  allow: ceiling.optional(),
  allow_shared: shared.optional(),
  max_ttl_seconds: ttl.optional(),
  is_active: isActive.optional(),
  expires_at: end.optional(),
});

export type SigningKeyChange = z.output<typeof signingKeyChangeSchema>;

/** A signing key as answered. */
export const signingKeySchema = component('SigningKey', 'A key by which tokens of end users are signed', {
  id: described(z.string(), 'Stands as `kid` in its tokens', 'slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f'),
  label,
  algorithm: z.enum(SIGNING_ALGORITHMS).describe('The one algorithm of its tokens'),
  public_key: publicKey,
  endpoints: z.array(z.string()).nullable().describe('Names of endpoints, without deleted ones; null = all'),
  require: demands,
  allow: ceiling,
  allow_shared: shared,
  max_ttl_seconds: ttl,
  is_active: isActive,
  created_at: moment('When it was made'),
  expires_at: z.string().nullable().describe('End of the key, ISO 8601, UTC; null = never'),
});

export type SigningKey = z.output<typeof signingKeySchema>;

/** Answer of create. */
export const newSigningKeySchema = signingKeySchema
  .extend({
    private_key: publicKey.optional().describe('The private half of a generated key, shown this once'),
  })
  .describe('A new signing key')
  .meta({ id: 'NewSigningKey' });

export type NewSigningKey = z.output<typeof newSigningKeySchema>;

/** Body of `POST /signing_keys/{id}/revocations`. */
export const revocationCreateSchema = component(
  'TokenRevocationCreate',
  'Which tokens count no more; one of three',
  {
    sub: described(
      z.string().min(1).max(128).optional(),
      'All tokens of this subject, later ones too',
      'user-7',
    ),
    jti: described(z.string().min(1).max(128).optional(), 'The token with this id', 'a41c'),
    issued_before: described(
      z.iso.datetime({ offset: true }).optional(),
      'Tokens issued before this time, and those that do not say when',
      '2026-01-05T09:00:00Z',
    ),
    until: described(
      z.iso.datetime({ offset: true }).optional(),
      'When it ends; default never for `sub`, else when the last such token has run out',
      '2026-01-06T09:00:00Z',
    ),
  },
);

export type RevocationCreate = z.output<typeof revocationCreateSchema>;

/** A revocation as answered. */
export const revocationSchema = component('TokenRevocation', 'Tokens that count no more', {
  id: described(z.string(), 'Names it', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  kind: z.enum(['sub', 'jti', 'issued_before']).describe('What it goes by'),
  what: described(z.string(), 'The subject, the id, or the time', 'user-7'),
  made_at: moment('When it was made'),
  until: z.string().nullable().describe('When it ends, ISO 8601, UTC; null = never'),
});

export type Revocation = z.output<typeof revocationSchema>;
