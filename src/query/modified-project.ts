import { stableJson } from '../base/stable-json.ts';
import type { Modifiers } from '../schema/modifiers.ts';
import type { ProjectContext } from './project-context.ts';

/**
 * The project as a query with these modifiers sees it. Everything that compiles or resolves dates takes this one, so
 * that buckets, date ranges and printed moments agree.
 */
export function modifiedProject(project: ProjectContext, modifiers: Modifiers | undefined): ProjectContext {
  const { convertToProjectTimezone, bounceRateDurationSeconds } = modifiers ?? {};
  if (convertToProjectTimezone === undefined && bounceRateDurationSeconds === undefined) return project;
  return {
    ...project,
    ...(convertToProjectTimezone === false && { timezone: 'UTC' }),
    ...(bounceRateDurationSeconds !== undefined && { bounceSeconds: bounceRateDurationSeconds }),
    revision: stableJson([project.revision, { convertToProjectTimezone, bounceRateDurationSeconds }]),
  };
}
