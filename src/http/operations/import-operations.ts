import { z } from 'zod';
import { described } from '../../schema/described.ts';
import { foundEventsSchema } from '../../schema/event-deletion.ts';
import { importQuerySchema, importSchema, importUndoSchema, undoQuerySchema } from '../../schema/import.ts';
import { FORMATS } from '../../schema/output-format.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';
import { EXECUTION_ERRORS } from './query-errors.ts';

const ofImport = belowNamed(`${PROJECT}/imports/{id}`, {
  ...projectId,
  id: described(z.string(), 'Id of the import', '01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10'),
});

/** Imports: send a file or load the demo, see how far it is and what was not taken. */
export const importOperations = inChapter('Imports', 'event:write', {
  create: {
    id: 'createImport',
    ...inProject('POST', '/imports'),
    summary: 'Import a file of events',
    description:
      'The body is the file as it is, plain, gzip or zstd (told by its first bytes). When this answers the file is on ' +
      'the disk and will be imported, whatever happens to the process. Sending it again changes nothing.',
    query: importQuerySchema,
    body: { media: ['application/octet-stream'], required: true },
    answers: {
      200: { description: 'The import has ended; for `wait=true`', schema: importSchema },
      202: { description: 'The import waits for its turn', schema: importSchema },
    },
    errors: [
      'payload_too_large',
      'combination_not_allowed',
      'request_timeout',
      'throttled',
      'capture_capacity',
    ],
  },
  createDemo: {
    id: 'createDemo',
    alsoNeeds: 'endpoint:write',
    ...inProject('POST', '/demo'),
    summary: 'Load the demo',
    description:
      'Brings 180 days of events of an invented product in, as an import that can be followed and undone, and makes ' +
      'endpoints that ask about them. Only in a project to which no event has come. Sending it again before the first ' +
      'event is there changes nothing.',
    answers: { 202: { description: 'The import of its events', schema: importSchema } },
    errors: ['project_not_empty', 'throttled', 'capture_capacity'],
  },
  list: {
    id: 'listImports',
    ...inProject('GET', '/imports'),
    summary: 'List imports',
    ...listing(importSchema, 'Import', 'newest first'),
  },
  get: {
    id: 'getImport',
    ...ofImport('GET'),
    summary: 'Get an import and how far it is',
    answers: { 200: { description: 'The import', schema: importSchema } },
  },
  undo: {
    id: 'undoImport',
    access: 'event:delete',
    ...ofImport('DELETE'),
    summary: 'Stop a running import, or undo one that has ended',
    description:
      'A running import stops, and what it has brought stays: call this again to undo that. Of an import that has ended ' +
      'the events go that it has brought and no other source: no capture and no other import that was not undone. ' +
      'Persons, merges and definitions stay. When the deletion has ended no query sees the events and no older answer ' +
      'is served; from then on they may come again. Noted in the activity log. Try it with `dry_run=true` first.',
    query: undoQuerySchema,
    answers: {
      200: { description: 'What would go; for `dry_run=true`', schema: foundEventsSchema },
      202: { description: 'The import stops, or its events will be deleted', schema: importUndoSchema },
    },
    errors: ['not_found', 'not_undoable', 'throttled', ...EXECUTION_ERRORS],
  },
  rejected: {
    id: 'getRejectedRows',
    ...ofImport('GET', '/rejected'),
    summary: 'Get the rows that an import has not taken',
    description: 'JSON lines `{row_number, reason, row}` in the order of the file, as far as it is done.',
    answers: { 200: { description: 'The rows; none = empty', media: [FORMATS.ndjson.mediaType] } },
  },
});
