import { z } from 'zod';
import { OUTPUT_FORMATS } from './output-format.ts';
import { propertyFilterList, type StoredPropertyFilter } from './property-filter.ts';

/** Types of the filters of a token: of what a row itself holds, or its person or group. */
const FILTER_TYPES: readonly unknown[] = ['event', 'event_metadata', 'person', 'person_metadata', 'group'];

const isFixable = (filter: StoredPropertyFilter): boolean =>
  !('values' in filter) && FILTER_TYPES.includes(filter.type ?? 'event');

const tokenFilters = propertyFilterList
  .max(20)
  .refine((filters) => filters.every(isFixable), 'Expected filters of events, persons or groups');

const scalar = z.union([z.string(), z.number(), z.bigint(), z.boolean()]);
const name = z.string().min(1).max(128);

/** What the holder of a token may send besides what is fixed. All off by default. */
export const tokenAllowSchema = z.strictObject({
  variables: z.array(name).max(50).optional().describe('Names of variables whose values he chooses'),
  filters: z.boolean().optional().describe('Property filters without expressions'),
  dates: z.boolean().optional().describe('Dates of `filters_override`'),
  interval: z.boolean().optional().describe('The interval of `filters_override`'),
  breakdown: z.boolean().optional().describe('A breakdown of `filters_override`, without expressions'),
  formats: z.array(z.enum(OUTPUT_FORMATS)).max(10).optional().describe('Formats of answers; default json'),
});

export type TokenAllow = z.output<typeof tokenAllowSchema>;

const part = {
  variables: z.record(name, z.union([scalar, z.array(scalar).max(1000)])).optional(),
  filters: tokenFilters.optional(),
  allow: tokenAllowSchema.optional(),
};

const endpointPart = z.strictObject({ ...part, unconstrained: z.literal(true).optional() });

export type TokenPart = z.output<typeof endpointPart>;

const fewNames = (value: object): boolean => Object.keys(value).length <= 100;

/** The member `sluice` of a token, strict: what it does not know it refuses. */
export const tokenClaimsSchema = z.strictObject({
  ...part,
  endpoints: z.union([z.array(name).min(1).max(100), z.record(name, endpointPart).refine(fewNames)]),
  limits: z.strictObject({ max_rows: z.int().min(1).optional() }).optional(),
});

export type TokenClaims = z.output<typeof tokenClaimsSchema>;

/** The members of a token that are looked at; RFC 7519 has others ignored. Times are seconds since 1970. */
export const tokenPayloadSchema = z.looseObject({
  aud: z.string().regex(/^sluice:[1-9]\d{0,8}$/),
  sub: z.string().min(1).max(128),
  exp: z.number().min(0),
  nbf: z.number().min(0).optional(),
  iat: z.number().min(0).optional(),
  jti: z.string().min(1).max(128).optional(),
  sluice: tokenClaimsSchema,
});

export type TokenPayload = z.output<typeof tokenPayloadSchema>;

/** Names of the algorithms of signing keys, as `alg` of a token spells them. */
export const SIGNING_ALGORITHMS = ['Ed25519', 'ES256', 'RS256'] as const;

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** The header of a token: these members and no other. */
export const tokenHeaderSchema = z.strictObject({
  alg: z.enum([...SIGNING_ALGORITHMS, 'EdDSA']),
  kid: z.string().regex(/^slk_[0-9a-z]{32}$/),
  typ: z.literal('JWT').optional(),
});
