import { listIngestionWarnings as listStoredWarnings } from '../../adapters/store/ingestion-warning-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { IngestionWarningAnswer } from '../../schema/definition.ts';
import type { Page, Paging } from '../../schema/page.ts';
import type { ProjectServices } from './project-services.ts';

/** Warnings about incoming events, newest first. At most the last 1,000 are kept. */
export async function listIngestionWarnings(
  services: Pick<ProjectServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<IngestionWarningAnswer>> {
  const { count, results: warnings } = await listStoredWarnings(services.database.query, projectId, paging);
  const results = warnings.map(({ reason, details, createdAtMs }) => ({
    reason,
    details,
    created_at: isoTime(createdAtMs),
  }));
  return { count, results };
}
