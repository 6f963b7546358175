import { z } from 'zod';
import { component, count, described } from './described.ts';
import { QUERY_OBJECT } from './query-object.ts';
import { runOptionsSchema, runRequestSchema } from './run-request.ts';
import { variableDeclarationsSchema } from './variable-declaration.ts';

const { variables, filters_override, limit, offset, debug, client_query_id } = runRequestSchema.shape;

/** Body of an ad-hoc query: a query as endpoints store it, and what a run may carry. */
export const queryRequestSchema = z.strictObject({
  query: described(z.looseObject({ kind: z.string() }, QUERY_OBJECT), 'The query, with its `kind`', {
    kind: 'HogQLQuery',
    query: 'select count() from events',
  }),
  variables,
  variable_declarations: variableDeclarationsSchema
    .nullish()
    .describe(
      'Declarations of its variables by name, as an endpoint keeps them in `variables`; default inferred from their use',
    ),
  filters_override,
  limit,
  offset,
  debug,
  client_query_id,
});

/** Answer of `GET /query/{client_query_id}`. */
export const queryProgressSchema = component('QueryProgress', 'How far a running query has come', {
  elapsed_ms: count('Milliseconds since it began, the wait for a place at the engine too', 1250),
  rows_read: count('Rows that it has read', 4_000_000),
  bytes_read: count('Bytes that it has read', 96_000_000),
  total_rows: count('Rows that it will read, about; absent while that is not known', 12_000_000).optional(),
});

/** Query string of an ad-hoc query. */
export const queryOptionsSchema = z.strictObject({ int64: runOptionsSchema.shape.int64 });
