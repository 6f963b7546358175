import type { Project } from '../data/shapes.ts';

/** Address of a screen: `endpoints` in project 1 is `/1/endpoints`; `/keys` stands in no project. */
export function linkOf(path: string, project: Pick<Project, 'id'> | null): string {
  if (path.startsWith('/')) return path;
  return project === null ? '/' : `/${project.id}/${path}`;
}
