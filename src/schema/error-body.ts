import { z } from 'zod';
import { ERROR_CATALOG, type ErrorCode } from '../base/errors.ts';

const codes = Object.keys(ERROR_CATALOG) as [ErrorCode, ...ErrorCode[]];
const types = [...new Set(codes.map((code) => ERROR_CATALOG[code].type))];

/** Place in the SQL text of a caller. */
export const positionSchema = z
  .strictObject({
    line: z
      .int()
      .min(1)
      .describe('Line, from 1')
      .meta({ examples: [1] }),
    column: z
      .int()
      .min(1)
      .describe('Column, from 1, in UTF-16 units')
      .meta({ examples: [8] }),
    offset: z
      .int()
      .min(0)
      .describe('Place in the whole text, from 0, in UTF-16 units')
      .meta({ examples: [7] }),
    length: z
      .int()
      .min(0)
      .describe('Length in UTF-16 units')
      .meta({ examples: [4] }),
  })
  .describe('Place in the SQL text')
  .meta({ id: 'SourcePosition' });

/** The one body of every refusal. Some codes add a member, such as `current_version`. */
export const errorBodySchema = z
  .looseObject({
    type: z.enum(types).describe('Coarse class'),
    code: z.enum(codes).describe('What is wrong; stable, explained at `docs`'),
    detail: z
      .string()
      .describe('The same for people; may change')
      .meta({ examples: ['There is no column `evnt` in events; did you mean `event`?'] }),
    attr: z
      .string()
      .nullable()
      .describe('Path of the member that is wrong; null when it is none')
      .meta({ examples: ['query.query'] }),
    status: z
      .int()
      .min(400)
      .max(599)
      .describe('The HTTP status')
      .meta({ examples: [400] }),
    request_id: z
      .string()
      .describe('Also in the header `X-Request-Id`; name it when you report a problem')
      .meta({ examples: ['k3J9xQ-1a'] }),
    docs: z
      .string()
      .describe('Where it is explained: a path, behind the public address of the service where one is known')
      .meta({ examples: ['/docs/errors#unknown_field'] }),
    position: positionSchema.optional(),
    current_version: z
      .int()
      .optional()
      .describe('The current version, when another one does not exist')
      .meta({ examples: [3] }),
    revision: z
      .int()
      .optional()
      .describe('The current revision, when `If-Match` names another')
      .meta({ examples: [7] }),
    endpoints: z
      .array(z.string())
      .optional()
      .describe('Endpoints that use the action, when it cannot be deleted')
      .meta({ examples: [['usage-by-day']] }),
  })
  .describe('A refusal')
  .meta({ id: 'Error' });
