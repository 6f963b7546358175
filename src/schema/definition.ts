import { z } from 'zod';

const propertyType = z
  .enum(['String', 'Numeric', 'Boolean', 'DateTime'])
  .describe('How queries and filters read its values');

/** Whose property it is, as it stands in a path. */
export const propertyOwnerSchema = z.enum(['event', 'person', 'group']);

/** Body of `PATCH /property_definitions/{type}/{name}/`. */
export const propertyDefinitionChangeSchema = z.strictObject({ property_type: propertyType });

const propertyDefinitionSchema = z.strictObject({
  type: propertyOwnerSchema.describe('Whose property it is'),
  name: z.string(),
  property_type: propertyType,
});

export type PropertyDefinitionAnswer = z.output<typeof propertyDefinitionSchema>;

const eventDefinitionSchema = z.strictObject({
  name: z.string(),
  created_at: z.string().describe('First time it came in, ISO 8601, UTC'),
  last_seen_at: z.string().describe('Last time it came in, ISO 8601, UTC'),
});

export type EventDefinitionAnswer = z.output<typeof eventDefinitionSchema>;

const ingestionWarningSchema = z.strictObject({
  reason: z.string().describe('A stable snake_case word'),
  details: z.record(z.string(), z.unknown()).describe('Where it happened; never property values'),
  created_at: z.string().describe('ISO 8601, UTC'),
});

export type IngestionWarningAnswer = z.output<typeof ingestionWarningSchema>;
