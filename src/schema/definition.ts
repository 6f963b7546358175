import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { orderBy, paging, searchText } from './page.ts';
import { changeWarnings } from './warning.ts';

const propertyType = z
  .enum(['String', 'Numeric', 'Boolean', 'DateTime'])
  .describe('How queries and filters read its values');

/** Whose property it is, as it stands in a path. */
export const propertyOwnerSchema = z.enum(['event', 'person', 'group']);

/** Body of `PATCH /property_definitions/{type}/{name}/`. */
export const propertyDefinitionChangeSchema = component(
  'PropertyDefinitionChange',
  'A new type for a property',
  { property_type: propertyType },
);

export const propertyDefinitionSchema = component(
  'PropertyDefinition',
  'A property and how its values are read',
  {
    type: propertyOwnerSchema.describe('Whose property it is'),
    name: described(z.string(), 'Name of the property', 'plan'),
    property_type: propertyType,
  },
);

/** A property as it is answered when its type was set. */
export const savedPropertyDefinitionSchema = propertyDefinitionSchema
  .extend({ warnings: changeWarnings })
  .describe('A property whose type was set')
  .meta({ id: 'SavedPropertyDefinition' });

export type SavedPropertyDefinition = z.output<typeof savedPropertyDefinitionSchema>;

const volume = (sentence: string) => described(z.number(), sentence, 1250);

export const seenPropertySchema = propertyDefinitionSchema
  .extend({
    seen_types: z.array(propertyType).describe('Types of the values that came in'),
    last_seen_at: described(
      z.string().nullable(),
      'Last time it came in, by the clock of the service, ISO 8601, UTC; null = never, its type was set by hand',
      '2026-01-05T09:00:00.000Z',
    ),
    volume: volume(
      'Values that came in with new events, null left out; an event that is sent or imported again does not count',
    ),
    is_promoted: z
      .boolean()
      .describe(
        'The engine keeps it in a column of its own, because queries read it much: they take less time, and answer the same',
      ),
  })
  .describe('A property, how its values are read, and what came in')
  .meta({ id: 'SeenProperty' });

export type SeenPropertyAnswer = z.output<typeof seenPropertySchema>;

export type PropertyDefinitionAnswer = z.output<typeof propertyDefinitionSchema>;

export const eventDefinitionSchema = component('EventDefinition', 'A name of events that came in', {
  name: described(z.string(), 'Name of the event', 'note created'),
  created_at: moment('First time it came in'),
  last_seen_at: moment('Last time it came in'),
  volume: volume('Events of this name, each counted once'),
});

const search = searchText.max(200).optional();
const order = orderBy('name', 'volume', 'last_seen_at')
  .default('name')
  .describe('Order of the list; `-` before the name: largest first; equal ones by name. Default name');

/** Query string of `GET /event_definitions/`. */
export const eventDefinitionListSchema = z.strictObject({
  ...paging,
  search: search.describe('Text in the name; letters of ASCII in any case'),
  order_by: order,
});

export type EventDefinitionList = z.output<typeof eventDefinitionListSchema>;

/** Query string of `GET /property_definitions/`. */
export const propertyDefinitionListSchema = z.strictObject({
  ...eventDefinitionListSchema.shape,
  type: propertyOwnerSchema.optional().describe('Only properties of these'),
});

export type PropertyDefinitionList = z.output<typeof propertyDefinitionListSchema>;

export type EventDefinitionAnswer = z.output<typeof eventDefinitionSchema>;

export const ingestionWarningSchema = component('IngestionWarning', 'Something odd in captured events', {
  reason: described(z.string(), 'A stable snake_case word', 'invalid_timestamp'),
  details: z.record(z.string(), z.unknown()).describe('Where it happened; never property values'),
  created_at: moment('When it came in'),
});

export type IngestionWarningAnswer = z.output<typeof ingestionWarningSchema>;
