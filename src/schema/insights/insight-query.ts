import { z } from 'zod';
import { checkShape } from '../check-shape.ts';
import { asFilterErrors } from '../property-filter.ts';
import { withoutNulls } from '../without-nulls.ts';
import { funnelsQuerySchema } from './funnels-query.ts';
import { lifecycleQuerySchema } from './lifecycle-query.ts';
import { pathsQuerySchema } from './paths-query.ts';
import { retentionQuerySchema } from './retention-query.ts';
import { stickinessQuerySchema } from './stickiness-query.ts';
import { trendsQuerySchema } from './trends-query.ts';

/** The schema of each kind. */
export const INSIGHT_SCHEMAS = {
  TrendsQuery: trendsQuerySchema,
  FunnelsQuery: funnelsQuerySchema,
  RetentionQuery: retentionQuerySchema,
  LifecycleQuery: lifecycleQuerySchema,
  StickinessQuery: stickinessQuerySchema,
  PathsQuery: pathsQuerySchema,
};

/** Every insight query, told apart by `kind`. Null members mean absent. */
export const insightQuerySchema = z
  .discriminatedUnion('kind', [
    trendsQuerySchema,
    funnelsQuerySchema,
    retentionQuerySchema,
    lifecycleQuerySchema,
    stickinessQuerySchema,
    pathsQuerySchema,
  ])
  .describe('An insight query, told apart by `kind`')
  .meta({ id: 'InsightQuery' });

export type InsightQuery = Readonly<z.infer<typeof insightQuerySchema>>;

/** Names of the top-level members of a kind. */
export function insightMembers(kind: InsightQuery['kind']): readonly string[] {
  return Object.keys(INSIGHT_SCHEMAS[kind].shape);
}

/**
 * Checks the form of an insight query without wrapper. Members that do not change the result are dropped from it, so
 * that queries with the same meaning are equal.
 * @param attr path of the query in the request, for errors
 * @throws unknown_member, invalid_value, invalid_filter with the path of the first problem
 */
export function checkInsightQuery(value: unknown, attr: string): InsightQuery {
  const query = withoutNulls(value);
  return asFilterErrors(() => checkShape(schemaOf(query), query, attr));
}

/** The schema of one kind, whose errors name its members; the union of all when there is no such kind. */
function schemaOf(query: unknown): z.ZodType<z.infer<typeof insightQuerySchema>> {
  if (typeof query !== 'object' || query === null || !('kind' in query)) return insightQuerySchema;
  const { kind } = query;
  return isInsightKind(kind) ? INSIGHT_SCHEMAS[kind] : insightQuerySchema;
}

function isInsightKind(kind: unknown): kind is InsightQuery['kind'] {
  return typeof kind === 'string' && Object.hasOwn(INSIGHT_SCHEMAS, kind);
}
