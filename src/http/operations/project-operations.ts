import { z } from 'zod';
import { activityQuerySchema, activitySchema } from '../../schema/activity.ts';
import {
  eventDefinitionListSchema,
  eventDefinitionSchema,
  ingestionWarningSchema,
  propertyDefinitionChangeSchema,
  propertyDefinitionListSchema,
  propertyOwnerSchema,
  savedPropertyDefinitionSchema,
  seenPropertySchema,
} from '../../schema/definition.ts';
import { described } from '../../schema/described.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import {
  projectChangeSchema,
  projectCreateSchema,
  projectSchema,
  savedProjectSchema,
} from '../../schema/project.ts';
import { inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';
import { QUERY_ERRORS } from './query-errors.ts';

const PROJECTS = '/api/projects';

const projectAnswer = { description: 'The project', schema: projectSchema } as const;

/** Projects: list, create, get, change, delete, who changed what, and a new capture token. */
export const projectOperations = inChapter('Projects', 'project', {
  list: {
    id: 'listProjects',
    method: 'GET',
    path: PROJECTS,
    summary: 'List the projects that the key reaches',
    ...listing(projectSchema, 'Project', 'by id'),
  },
  create: {
    id: 'createProject',
    method: 'POST',
    path: PROJECTS,
    summary: 'Create a project',
    description: 'Only for keys that are not bound to projects.',
    body: { schema: projectCreateSchema, required: true, example: { name: 'Web shop' } },
    answers: { 201: { ...projectAnswer, description: 'The new project, with its capture token' } },
    errors: [...QUERY_ERRORS],
  },
  get: {
    id: 'getProject',
    ...inProject('GET'),
    summary: 'Get a project',
    answers: { 200: projectAnswer },
  },
  change: {
    id: 'changeProject',
    ...inProject('PATCH'),
    summary: 'Change a project',
    description:
      'Acts at once: no answer that was computed under other settings is served again. Endpoints whose queries read the ' +
      'changed settings are compiled again and named in `warnings`.',
    query: changeOptionsSchema,
    body: { schema: projectChangeSchema, required: false, example: { timezone: 'Europe/Berlin' } },
    answers: { 200: { ...projectAnswer, schema: savedProjectSchema } },
    errors: ['breaking_change', ...QUERY_ERRORS],
  },
  remove: {
    id: 'deleteProject',
    ...inProject('DELETE'),
    summary: 'Delete a project with all its data',
    description:
      'It answers to nobody any more, its capture token is dead, and keys that were bound to it alone are gone. Its ' +
      'events, persons, groups, endpoints, logs and snapshots are removed behind the answer. It cannot be brought back.',
    answers: { 204: { description: 'Deleted' } },
  },
  activity: {
    id: 'listActivity',
    ...inProject('GET', '/activity'),
    summary: 'List who changed what',
    description:
      'Endpoints with their versions, actions, property types, settings, keys. Keys that reach every project also see ' +
      'what concerns them all. Kept for 400 days.',
    ...listing(activitySchema, 'Activity', 'newest first'),
    query: activityQuerySchema,
  },
  rollCaptureToken: {
    id: 'rollCaptureToken',
    ...inProject('POST', '/capture_token/roll'),
    summary: 'Replace the capture token',
    description: 'The old token stops working at once.',
    answers: { 200: { ...projectAnswer, description: 'The project with its new token' } },
  },
});

/** What came in: names of events, properties and their types, warnings. */
export const definitionOperations = inChapter('Definitions', 'project', {
  listEvents: {
    id: 'listEventDefinitions',
    ...inProject('GET', '/event_definitions'),
    summary: 'List names of events',
    ...listing(eventDefinitionSchema, 'EventDefinition', 'in the order asked for'),
    query: eventDefinitionListSchema,
  },
  listProperties: {
    id: 'listPropertyDefinitions',
    ...inProject('GET', '/property_definitions'),
    summary: 'List properties and their types',
    ...listing(seenPropertySchema, 'SeenProperty', 'in the order asked for'),
    query: propertyDefinitionListSchema,
  },
  changeProperty: {
    id: 'changePropertyDefinition',
    method: 'PATCH',
    path: `${PROJECT}/property_definitions/{type}/{name}`,
    summary: 'Set the type of a property',
    description:
      'Acts with the next run. Endpoints whose queries read the property are compiled again, get their columns of now, and ' +
      'are named in `warnings`.',
    query: changeOptionsSchema,
    params: {
      ...projectId,
      type: described(propertyOwnerSchema, 'Whose property it is', 'event'),
      name: described(z.string(), 'Name of the property', 'amount'),
    },
    body: { schema: propertyDefinitionChangeSchema, required: true, example: { property_type: 'Numeric' } },
    answers: { 200: { description: 'The property', schema: savedPropertyDefinitionSchema } },
    errors: ['breaking_change'],
  },
  listWarnings: {
    id: 'listIngestionWarnings',
    ...inProject('GET', '/ingestion_warnings'),
    summary: 'List what was odd in captured events',
    ...listing(ingestionWarningSchema, 'IngestionWarning', 'newest first'),
  },
});
