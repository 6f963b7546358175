import { z } from 'zod';
import { described } from '../../schema/described.ts';
import type { Operation } from './operation.ts';

/**
 * Names operations on what lies below a path with parameters: `ofEndpoint('GET', '/logs')` is the method, path and
 * parameters of one.
 */
export function below<Params extends NonNullable<Operation['params']>>(root: string, params: Params) {
  return (method: Operation['method'], path = '') => ({ method, path: `${root}${path}`, params });
}

/** The same below one thing that a parameter names: each of them can answer that there is no such thing. */
export function belowNamed<Params extends NonNullable<Operation['params']>>(root: string, params: Params) {
  const of = below(root, params);
  return (...call: Parameters<typeof of>) => ({ ...of(...call), errors: ['not_found'] as const });
}

export const PROJECT = '/api/projects/{project_id}';

/** The parameter of every path below a project. */
export const projectId = {
  project_id: described(
    z.string(),
    'Number of the project, or `@current` for the one project of the key',
    '1',
  ),
};

export const inProject = below(PROJECT, projectId);

export const ofEndpoint = belowNamed(`${PROJECT}/endpoints/{name}`, {
  ...projectId,
  name: described(
    z.string(),
    'Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_`',
    'usage-by-day',
  ),
});
