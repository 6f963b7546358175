import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { Project } from './shapes.ts';

/** Projects that the key reaches, at most 1,000. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await answerOf(api.GET('/api/projects', { params: { query: { limit: 1000 } }, signal }))).results,
  staleTime: 60_000,
});

/**
 * Makes a project; its days begin at midnight of its time zone.
 * @throws ApiProblem invalid_value with `attr` name or timezone
 */
export function createProject(project: {
  readonly name: string;
  readonly timezone: string;
}): Promise<Project> {
  return answerOf(api.POST('/api/projects', { body: project }));
}

/** The project on the screen; null on screens that belong to none (keys). Set by the frame. */
export const ProjectContext = createContext<Project | null>(null);

/**
 * The project on the screen. Query keys of what belongs to it begin with `['project', id]`, so that two projects never
 * mix.
 */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('This screen stands in no project');
  return project;
}
