import { z } from 'zod';
import { described } from './described.ts';
import { QUERY_OBJECT } from './query-object.ts';
import { runRequestSchema } from './run-request.ts';

const { variables, filters_override, limit, offset, debug, client_query_id } = runRequestSchema.shape;

/** Body of an ad-hoc query: a query as endpoints store it, and what a run may carry. */
export const queryRequestSchema = z.strictObject({
  query: described(z.looseObject({ kind: z.string() }, QUERY_OBJECT), 'The query, with its `kind`', {
    kind: 'HogQLQuery',
    query: 'select count() from events',
  }),
  variables,
  filters_override,
  limit,
  offset,
  debug,
  client_query_id,
});
