import { z } from 'zod';
import { described } from '../../schema/described.ts';

const project_id = described(
  z.string(),
  'Number of the project, or `@current` for the one project of the key',
  '1',
);

const endpointName = described(
  z.string(),
  'Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_`',
  'usage-by-day',
);

/** Of a path below a project. */
export const inProject = { project_id };

/** Of a path below an endpoint. */
export const ofEndpoint = { project_id, name: endpointName };

export const PROJECT = '/api/projects/{project_id}';
export const ENDPOINTS = `${PROJECT}/endpoints`;
export const ENDPOINT = `${ENDPOINTS}/{name}`;
