import { z } from 'zod';
import { described } from './described.ts';
import { ignoredMember } from './ignored-member.ts';
import { strictMembers } from './strict-members.ts';

/** Hints to other products' storage and planning, which have no counterpart here. */
const WITHOUT_EFFECT = [
  'bounceRatePageViewMode',
  'customChannelTypeRules',
  'dataWarehouseEventsModifiers',
  'forceClickhouseDataSkippingIndexes',
  'formatCsvAllowDoubleQuotes',
  'inCohortVia',
  'materializationMode',
  'optimizeJoinedFilters',
  'personsArgMaxVersion',
  'personsJoinMode',
  'propertyGroupsMode',
  's3TableUseInvalidColumns',
  'sessionTableVersion',
  'sessionsV2JoinMode',
  'useMaterializedViews',
  'usePreaggregatedTableTransforms',
  'usePresortedEventsTable',
  'useWebAnalyticsPreAggregatedTables',
] as const;

const hint = ignoredMember('Accepted; has no effect.');

const PERSON_MODE = 'person_id_override_properties_joined';

const givenModifiers = strictMembers({
  convertToProjectTimezone: z
    .boolean()
    .optional()
    .describe(
      'false: the query is read and answered in UTC instead of the zone of the project. Default true.',
    ),
  bounceRateDurationSeconds: described(
    z.number().min(0).optional(),
    'Seconds from which on a session with one page is not a bounce. Default 10.',
    30,
  ),
  debug: z.boolean().optional().describe('true: as `debug: true` of the run. Default false.'),
  timings: z.boolean().optional().describe('The same as `debug`.'),
  personsOnEventsMode: z
    .literal(PERSON_MODE, {
      error: ({ input }) => `found ${JSON.stringify(input)}; the only mode offered is "${PERSON_MODE}"`,
    })
    .optional()
    .describe('How events find their person.'),
  ...(Object.fromEntries(WITHOUT_EFFECT.map((name) => [name, hint])) as Record<
    (typeof WITHOUT_EFFECT)[number],
    typeof hint
  >),
});

/** The modifiers of a query that act, each only where it differs from its default. */
export interface Modifiers {
  readonly convertToProjectTimezone?: false;
  readonly bounceRateDurationSeconds?: number;
  readonly debug?: true;
}

/**
 * `modifiers` of a query of any kind. What comes out is what acts, so that queries with the same meaning are equal;
 * undefined when nothing does.
 */
export const modifiersSchema = givenModifiers
  .transform(actingModifiers)
  .describe('How to compute the query. Names without effect are accepted, unknown ones refused.')
  .meta({ id: 'Modifiers' });

function actingModifiers(given: z.output<typeof givenModifiers>): Modifiers | undefined {
  const { convertToProjectTimezone, bounceRateDurationSeconds, debug, timings } = given;
  const acting: Modifiers = {
    ...(convertToProjectTimezone === false && { convertToProjectTimezone }),
    ...(bounceRateDurationSeconds !== undefined && { bounceRateDurationSeconds }),
    ...((debug === true || timings === true) && { debug: true as const }),
  };
  return Object.keys(acting).length === 0 ? undefined : acting;
}
