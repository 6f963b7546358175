import type { Database } from '../../src/adapters/store/database.ts';
import { insertProject, nextProjectId, type ProjectRow } from '../../src/adapters/store/project-store.ts';

/** 2026-01-05T09:00:00Z */
export const NOW = Date.UTC(2026, 0, 5, 9);

/** A project with default settings. */
export async function addProject(
  database: Pick<Database, 'query'>,
  captureToken: string,
): Promise<ProjectRow> {
  return insertProject(database.query, {
    id: await nextProjectId(database.query),
    name: 'Demo',
    timezone: 'UTC',
    weekStartDay: 0,
    testAccountFilters: [],
    pathCleaningFilters: [],
    allowedOrigins: [],
    eventRetentionDays: null,
    captureToken,
    nowMs: NOW,
  });
}
