import type { ProjectRow } from '../../adapters/store/project-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { Project } from '../../schema/project.ts';
import type { Subject } from '../record-change.ts';

/** Projects in the activity log. */
export const PROJECT: Subject<ProjectRow> = {
  kind: 'project',
  show: (project) => {
    const { id, api_token: _secret, created_at: _, ...members } = toProjectAnswer(project);
    return { id: String(id), name: project.name, members };
  },
};

/** A project in its wire shape. */
export function toProjectAnswer(project: ProjectRow): Project {
  return {
    id: project.id,
    name: project.name,
    timezone: project.timezone,
    week_start_day: project.weekStartDay,
    test_account_filters: [...project.testAccountFilters],
    path_cleaning_filters: [...project.pathCleaningFilters],
    allowed_origins: [...project.allowedOrigins],
    event_retention_days: project.eventRetentionDays,
    api_token: project.captureToken,
    created_at: isoTime(project.createdAtMs),
  };
}
