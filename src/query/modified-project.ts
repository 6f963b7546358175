import type { Modifiers } from '../schema/modifiers.ts';
import type { ProjectContext } from './project-context.ts';

/**
 * The project as a query with these modifiers sees it. Everything that compiles or resolves dates takes this one, so
 * that buckets, date ranges and printed moments agree.
 */
export function modifiedProject(project: ProjectContext, modifiers: Modifiers | undefined): ProjectContext {
  const { convertToProjectTimezone, bounceRateDurationSeconds } = modifiers ?? {};
  if (convertToProjectTimezone === undefined && bounceRateDurationSeconds === undefined) return project;
  const changed: Partial<ProjectContext> = {
    ...(convertToProjectTimezone === false && { timezone: 'UTC' }),
    ...(bounceRateDurationSeconds !== undefined && { bounceSeconds: bounceRateDurationSeconds }),
  };
  // The changed members stand in front of the project. A copy would read every member of a watched project.
  const modified: ProjectContext = Object.create(project, Object.getOwnPropertyDescriptors(changed));
  return modified;
}
