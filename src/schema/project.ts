import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { propertyFilterListSchema } from './property-filter.ts';
import { changeWarnings } from './warning.ts';

const timezone = described(
  z.string().transform((name, context) => {
    const known = knownTimeZone(name);
    if (known !== undefined) return known;
    context.addIssue({ code: 'custom', message: `"${name}" is not an IANA time zone such as Europe/Berlin` });
    return z.NEVER;
  }),
  'IANA time zone in which days begin and dates are answered, such as Europe/Berlin; default UTC',
  'Europe/Berlin',
);

const origin = described(
  z.string().max(300).refine(isOrigin, {
    error: 'Write an origin as browsers send it, such as https://app.acme.com: no path, no wildcard',
  }),
  'An exact origin: scheme and host in small letters, and the port unless it is that of the scheme',
  'https://app.acme.com',
);

const settings = {
  name: described(z.string().trim().min(1).max(200), 'Shown to people, 1..200 characters', 'Web shop'),
  timezone,
  week_start_day: z.literal([0, 1]).describe('First day of a week: 0 Sunday (default), 1 Monday'),
  test_account_filters: propertyFilterListSchema.describe(
    'Property filters that `filterTestAccounts` adds to a query; default none',
  ),
  event_retention_days: described(
    z.int().min(1).max(36_500).nullable(),
    'Days for which events can be seen, counted back from the time of a run, 1..36500; null (default) = for ever. Events that are older are gone for good',
    null,
  ),
  path_cleaning_filters: z
    .array(
      z.strictObject({
        regex: described(
          z.string().min(1).max(1000),
          'Regular expression (RE2) of the part to replace',
          String.raw`/users/\d+`,
        ),
        alias: described(z.string().max(1000), 'Text in its place', '/users/:id'),
      }),
    )
    .max(100)
    .describe('Replacements made in paths one after another; default none'),
  allowed_origins: z
    .array(origin)
    .max(50)
    .describe('Origins of web pages that may run endpoints with tokens of signing keys; default none'),
};

/** Body of `POST /api/projects/`. */
export const projectCreateSchema = component('ProjectCreate', 'A new project', {
  name: settings.name,
  timezone: settings.timezone.default('UTC'),
  week_start_day: settings.week_start_day.default(0),
  test_account_filters: settings.test_account_filters.default([]),
  path_cleaning_filters: settings.path_cleaning_filters.default([]),
  allowed_origins: settings.allowed_origins.default([]),
  event_retention_days: settings.event_retention_days.default(null),
});

export type ProjectCreate = z.output<typeof projectCreateSchema>;

/** Body of `PATCH /api/projects/{id}/`: absent members stay as they are. */
export const projectChangeSchema = z
  .strictObject(settings)
  .partial()
  .describe('Changes of a project; absent members stay as they are')
  .meta({ id: 'ProjectChange' });

export type ProjectChange = z.output<typeof projectChangeSchema>;

/** A project as answered. */
export const projectSchema = component('Project', 'A project and its settings', {
  id: described(z.int(), 'Number in the paths of the API', 1),
  ...settings,
  timezone: described(z.string(), 'IANA time zone', 'Europe/Berlin'),
  api_token: described(z.string(), 'Capture token: may write events and nothing else', 'slc_...'),
  created_at: moment('When it was made'),
});

export type Project = z.output<typeof projectSchema>;

/** A project as it is answered when it was changed. */
export const savedProjectSchema = projectSchema
  .extend({ warnings: changeWarnings })
  .describe('A project that was changed')
  .meta({ id: 'SavedProject' });

export type SavedProject = z.output<typeof savedProjectSchema>;

/** True for the origin of a page in the one spelling of browsers, of a single host. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[a-z0-9.:[\]_-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

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
