import { z } from 'zod';

/** A whole number in a query string. */
function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

const paging = {
  limit: wholeNumber(1, 1000).default(100).describe('Most items of a page, 1..1000; default 100'),
  offset: wholeNumber(0, 999_999_999).default(0).describe('Items to leave out; default 0'),
};

/** Query string of `GET /endpoints/{name}/versions/` and other plain lists. */
export const pagingSchema = z.strictObject(paging);

export type Paging = z.output<typeof pagingSchema>;

/** Query string of `GET /endpoints/`. */
export const endpointListSchema = z.strictObject({
  ...paging,
  is_active: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .describe('Only active, or only inactive endpoints'),
  created_by: z.string().max(200).optional().describe('Id or label of the key that made them'),
  tag: z.string().max(100).optional().describe('Only endpoints with this tag, exactly'),
  search: z.string().max(200).optional().describe('Text in name or description, in any case'),
});

export type EndpointListQuery = z.output<typeof endpointListSchema>;

/** Query string of `GET /endpoints/{name}/`. */
export const endpointGetSchema = z.strictObject({
  version: wholeNumber(1, 999_999_999).optional().describe('Version to show; default the current one'),
});

/** Query string of `PUT` and `PATCH /endpoints/{name}/`. */
export const endpointChangeOptionsSchema = z.strictObject({
  allow_breaking: z
    .enum(['true', 'false'])
    .default('true')
    .transform((word) => word === 'true')
    .describe('false: refuse a change that removes an output column or changes its type'),
});
