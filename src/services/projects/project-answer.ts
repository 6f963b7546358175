import type { ProjectRow } from '../../adapters/store/project-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Project } from '../../schema/project.ts';

/** The settings of a project as the activity log shows them. */
export function projectSnapshot(project: ProjectRow) {
  const { id: _, api_token: _secret, created_at: __, ...settings } = toProjectAnswer(project);
  return settings;
}

/** A project in its wire shape. */
export function toProjectAnswer(project: ProjectRow): Project {
  return {
    id: project.id,
    name: project.name,
    timezone: project.timezone,
    week_start_day: project.weekStartDay,
    test_account_filters: [...project.testAccountFilters],
    path_cleaning_filters: [...project.pathCleaningFilters],
    api_token: project.captureToken,
    created_at: isoTime(project.createdAtMs),
  };
}
