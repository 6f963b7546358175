import { dialectDescriptionSchema } from '../../schema/dialect-description.ts';
import type { Operation } from './operation.ts';

/** What queries of any project can name. */
export const dialectOperations = {
  get: {
    id: 'getDialect',
    method: 'GET',
    path: '/api/dialect',
    access: 'any-key',
    tag: 'Definitions',
    summary: 'Tables, functions and words of the SQL dialect',
    description:
      'What editors complete, made from the tables that the compiler works with. It changes only with the version of the service.',
    answers: {
      200: { description: 'The dialect', schema: dialectDescriptionSchema, headers: ['ETag'] },
      304: { description: '`If-None-Match` names the answer', headers: ['ETag'] },
    },
  },
} as const satisfies Record<string, Operation>;
