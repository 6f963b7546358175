import { z } from 'zod';
import { orderBy, paging, searchText, truth, wholeNumber } from './page.ts';

/** Query string of `GET /endpoints/`. */
export const endpointListSchema = z.strictObject({
  ...paging,
  is_active: truth().optional().describe('Only active, or only inactive endpoints'),
  created_by: z.string().max(200).optional().describe('Id or label of the key that made them'),
  is_deleted: truth()
    .optional()
    .describe('true: only deleted endpoints, which can be restored; `updated_at` is when they were deleted'),
  order_by: orderBy('created_at', 'updated_at', 'name')
    .optional()
    .describe('Order, with `-` the largest first; default `-created_at`'),
  tag: z.string().max(100).optional().describe('Only endpoints with this tag, exactly'),
  search: searchText
    .max(200)
    .optional()
    .describe('Text in name or description; letters of ASCII in any case'),
});

export type EndpointListQuery = z.output<typeof endpointListSchema>;

/** Query string of `GET /endpoints/openapi.json`. */
export const projectDocumentSchema = z.strictObject({
  tag: z.string().max(100).optional().describe('Only endpoints with this tag, exactly'),
});

/** Query string of `GET /endpoints/{name}/`. */
export const endpointGetSchema = z.strictObject({
  version: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Version to show; default the current one'),
});

/** Query string of changes that stored endpoints may read: of a property type, an action, a project. */
export const changeOptionsSchema = z.strictObject({
  allow_breaking: truth()
    .default(true)
    .describe(
      'false: refuse a change after which an endpoint loses columns, changes their types, or is refused',
    ),
});

/** Query string of `PUT` and `PATCH /endpoints/{name}/` and of a rollback. */
export const endpointChangeOptionsSchema = z.strictObject({
  allow_breaking: truth()
    .default(true)
    .describe(
      'false: refuse a change that takes output columns, variables or values of theirs from callers, changes their types, ' +
        'or answers another kind of results',
    ),
});
