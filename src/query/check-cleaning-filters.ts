import { requireRules } from './insights/paths/cleaning-rules.ts';
import type { ProjectContext } from './project-context.ts';

/**
 * Refuses replacements in paths that the engine would refuse in every query.
 * @throws invalid_value with the path under `path_cleaning_filters`
 */
export function checkCleaningFilters(filters: ProjectContext['pathCleaningFilters']): void {
  requireRules(filters, 'path_cleaning_filters');
}
