import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { moment } from './moment.ts';
import { propertyFilterListSchema } from './property-filter.ts';
import { changeWarnings } from './warning.ts';

const timezone = z
  .string()
  .transform((name, context) => {
    const known = knownTimeZone(name);
    if (known !== undefined) return known;
    context.addIssue({ code: 'custom', message: `"${name}" is not an IANA time zone such as Europe/Berlin` });
    return z.NEVER;
  })
  .describe('IANA time zone in which days begin and dates are answered, such as Europe/Berlin; default UTC')
  .meta({ examples: ['Europe/Berlin'] });

const settings = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Shown to people, 1..200 characters')
    .meta({ examples: ['Web shop'] }),
  timezone,
  week_start_day: z.literal([0, 1]).describe('First day of a week: 0 Sunday (default), 1 Monday'),
  test_account_filters: propertyFilterListSchema.describe(
    'Property filters that `filterTestAccounts` adds to a query; default none',
  ),
  path_cleaning_filters: z
    .array(
      z.strictObject({
        regex: z
          .string()
          .min(1)
          .max(1000)
          .describe('Regular expression (RE2) of the part to replace')
          .meta({ examples: [String.raw`/users/\d+`] }),
        alias: z
          .string()
          .max(1000)
          .describe('Text in its place')
          .meta({ examples: ['/users/:id'] }),
      }),
    )
    .max(100)
    .describe('Replacements made in paths one after another; default none'),
};

/** Body of `POST /api/projects/`. */
export const projectCreateSchema = z
  .strictObject({
    name: settings.name,
    timezone: settings.timezone.default('UTC'),
    week_start_day: settings.week_start_day.default(0),
    test_account_filters: settings.test_account_filters.default([]),
    path_cleaning_filters: settings.path_cleaning_filters.default([]),
  })
  .describe('A new project')
  .meta({ id: 'ProjectCreate' });

export type ProjectCreate = z.output<typeof projectCreateSchema>;

/** Body of `PATCH /api/projects/{id}/`: absent members stay as they are. */
export const projectChangeSchema = z
  .strictObject(settings)
  .partial()
  .describe('Changes of a project; absent members stay as they are')
  .meta({ id: 'ProjectChange' });

export type ProjectChange = z.output<typeof projectChangeSchema>;

/** A project as answered. */
export const projectSchema = z
  .strictObject({
    id: z
      .int()
      .describe('Number in the paths of the API')
      .meta({ examples: [1] }),
    ...settings,
    timezone: z
      .string()
      .describe('IANA time zone')
      .meta({ examples: ['Europe/Berlin'] }),
    api_token: z
      .string()
      .describe('Capture token: may write events and nothing else')
      .meta({ examples: ['slc_...'] }),
    created_at: moment('When it was made'),
  })
  .describe('A project and its settings')
  .meta({ id: 'Project' });

export type Project = z.output<typeof projectSchema>;

/** A project as it is answered when it was changed. */
export const savedProjectSchema = projectSchema
  .extend({ warnings: changeWarnings })
  .describe('A project that was changed')
  .meta({ id: 'SavedProject' });

export type SavedProject = z.output<typeof savedProjectSchema>;

/** The usual spelling of a time zone's name (`asia/tokyo` is Asia/Tokyo); undefined for offsets and unknown names. */
function knownTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    // The only way to ask is to try: RangeError means unknown.
    return undefined;
  }
}
