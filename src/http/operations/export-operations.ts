import { exportQuerySchema } from '../../schema/export-query.ts';
import { EXPORT_FORMATS, FORMATS } from '../../schema/output-format.ts';
import { inProject } from './below.ts';
import type { Operation } from './operation.ts';

/** Taking events out. */
export const exportOperations = {
  events: {
    id: 'exportEvents',
    ...inProject('GET', '/export'),
    access: 'query:read',
    tag: 'Imports',
    summary: 'Export events',
    description:
      'A file in the form that an import reads, in the order in which the events came in; each event carries the person ' +
      'that it belongs to now. A connection that breaks off means that the file is not complete.',
    query: exportQuerySchema,
    answers: {
      200: { description: 'The events', media: EXPORT_FORMATS.map((format) => FORMATS[format].mediaType) },
    },
    errors: ['throttled', 'query_cancelled', 'query_capacity', 'query_timeout', 'query_memory_limit'],
  },
} as const satisfies Record<string, Operation>;
