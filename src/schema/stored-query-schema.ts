import { z } from 'zod';
import { insightQuerySchema } from './insights/insight-query.ts';
import { sqlQuerySchema } from './sql-query.ts';

/**
 * A query as an endpoint stores it, in whole. Requests are checked in steps (form, wrapper, kind), so that each error
 * names its place; this is what the steps together accept, for the document of the API.
 */
export const storedQuerySchema = z
  .union([
    sqlQuerySchema,
    insightQuerySchema,
    z
      .looseObject({
        kind: z.enum(['DataVisualizationNode', 'DataTableNode']).describe('Wrapper of a SQL query'),
        source: sqlQuerySchema.describe('The query; other members of the wrapper are ignored'),
      })
      .describe('A wrapper, which is taken off')
      .meta({ id: 'SqlQueryNode' }),
    z
      .looseObject({
        kind: z.literal('InsightVizNode').describe('Wrapper of an insight query'),
        source: insightQuerySchema.describe('The query; other members of the wrapper are ignored'),
      })
      .describe('A wrapper, which is taken off')
      .meta({ id: 'InsightVizNode' }),
  ])
  .describe('A SQL query or an insight query')
  .meta({ id: 'Query', examples: [{ kind: 'HogQLQuery', query: 'select count() from events' }] });
