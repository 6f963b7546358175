import { z } from 'zod';
import { ERROR_CATALOG, type ErrorCode, errorType } from '../base/errors.ts';
import { component, described } from './described.ts';

const codes = Object.keys(ERROR_CATALOG) as [ErrorCode, ...ErrorCode[]];
const types = [...new Set(codes.map((code) => errorType(ERROR_CATALOG[code])))];

/** Place in the SQL text of a caller. */
export const positionSchema = component('SourcePosition', 'Place in the SQL text', {
  line: described(z.int().min(1), 'Line, from 1', 1),
  column: described(z.int().min(1), 'Column, from 1, in UTF-16 units', 8),
  offset: described(z.int().min(0), 'Place in the whole text, from 0, in UTF-16 units', 7),
  length: described(z.int().min(0), 'Length in UTF-16 units', 4),
});

/** The one body of every refusal. Some codes add a member, such as `current_version`. */
export const errorBodySchema = z
  .looseObject({
    type: z.enum(types).describe('Coarse class'),
    code: z.enum(codes).describe('What is wrong; stable, explained at `docs`'),
    detail: described(
      z.string(),
      'The same for people; may change',
      'There is no column `evnt` in events; did you mean `event`?',
    ),
    attr: described(
      z.string().nullable(),
      'Path of the member that is wrong; null when it is none',
      'query.query',
    ),
    status: described(z.int().min(400).max(599), 'The HTTP status', 400),
    request_id: described(
      z.string(),
      'Also in the header `X-Request-Id`; name it when you report a problem',
      'k3J9xQ-1a',
    ),
    docs: described(
      z.string(),
      'Where it is explained: a path, behind the public address of the service where one is known',
      '/docs/errors#unknown_field',
    ),
    position: positionSchema.optional(),
    current_version: described(z.int().optional(), 'The current version, when another one does not exist', 3),
    revision: described(z.int().optional(), 'The current revision, when `If-Match` names another', 7),
    endpoints: described(
      z.array(z.string()).optional(),
      'Endpoints that use the action, when it cannot be deleted',
      ['usage-by-day'],
    ),
  })
  .describe('A refusal')
  .meta({ id: 'Error' });
