import { z } from 'zod';
import { runRequestSchema } from './run-request.ts';

const { variables, filters_override, limit, offset, debug, client_query_id } = runRequestSchema.shape;

/** Body of an ad-hoc query: a query as endpoints store it, and what a run may carry. */
export const queryRequestSchema = z.strictObject({
  query: z
    .looseObject({ kind: z.string() })
    .describe('The query, with its `kind`')
    .meta({ examples: [{ kind: 'HogQLQuery', query: 'select count() from events' }] }),
  variables,
  filters_override,
  limit,
  offset,
  debug,
  client_query_id,
});
