import { z } from 'zod';

const project_id = z
  .string()
  .describe('Number of the project, or `@current` for the one project of the key')
  .meta({ examples: ['1'] });

const endpointName = z
  .string()
  .describe('Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_`')
  .meta({ examples: ['usage-by-day'] });

/** Of a path below a project. */
export const inProject = { project_id };

/** Of a path below an endpoint. */
export const ofEndpoint = { project_id, name: endpointName };

export const PROJECT = '/api/projects/{project_id}';
export const ENDPOINTS = `${PROJECT}/endpoints`;
export const ENDPOINT = `${ENDPOINTS}/{name}`;
