import { z } from 'zod';
import { described } from '../../schema/described.ts';
import { importQuerySchema, importSchema } from '../../schema/import.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { listOf, pagingSchema } from '../../schema/page.ts';
import type { Operation } from './operation.ts';
import { inProject, PROJECT } from './path-parameters.ts';

const IMPORTS = `${PROJECT}/imports`;

const ofImport = {
  ...inProject,
  id: described(z.string(), 'Id of the import', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
};

/** Imports: send a file, see how far it is and what was not taken. */
export const importOperations = {
  create: {
    id: 'createImport',
    method: 'POST',
    path: IMPORTS,
    access: 'event:write',
    tag: 'Imports',
    summary: 'Import a file of events',
    description:
      'The body is the file as it is, plain, gzip or zstd (told by its first bytes). When this answers the file is on ' +
      'the disk and will be imported, whatever happens to the process. Sending it again changes nothing.',
    params: inProject,
    query: importQuerySchema,
    body: { media: ['application/octet-stream'], required: true },
    answers: {
      200: { description: 'The import has ended; for `wait=true`', schema: importSchema },
      202: { description: 'The import waits for its turn', schema: importSchema },
    },
    errors: ['payload_too_large', 'combination_not_allowed', 'request_timeout'],
  },
  list: {
    id: 'listImports',
    method: 'GET',
    path: IMPORTS,
    access: 'event:write',
    tag: 'Imports',
    summary: 'List imports',
    params: inProject,
    query: pagingSchema,
    answers: { 200: { description: 'One page, newest first', schema: listOf(importSchema, 'Import') } },
  },
  get: {
    id: 'getImport',
    method: 'GET',
    path: `${IMPORTS}/{id}`,
    access: 'event:write',
    tag: 'Imports',
    summary: 'Get an import and how far it is',
    params: ofImport,
    answers: { 200: { description: 'The import', schema: importSchema } },
    errors: ['not_found'],
  },
  rejected: {
    id: 'getRejectedRows',
    method: 'GET',
    path: `${IMPORTS}/{id}/rejected`,
    access: 'event:write',
    tag: 'Imports',
    summary: 'Get the rows that an import has not taken',
    description: 'JSON lines `{row_number, reason, row}` in the order of the file, as far as it is done.',
    params: ofImport,
    answers: { 200: { description: 'The rows; none = empty', media: [FORMATS.ndjson.mediaType] } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
