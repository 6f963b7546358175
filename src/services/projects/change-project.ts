import type { Queryable } from '../../adapters/store/database.ts';
import { eventRetentionOf } from '../../adapters/store/event-retention-store.ts';
import {
  lockProject,
  type ProjectRow,
  type ProjectSettings,
  updateProject,
} from '../../adapters/store/project-store.ts';
import { keptFromMs } from '../../base/event-retention.ts';
import { checkCleaningFilters } from '../../query/plan.ts';
import type { Project, ProjectChange, SavedProject } from '../../schema/project.ts';
import type { Caller } from '../caller.ts';
import { absentProject } from '../catalog/principal.ts';
import { withVerdicts } from '../judge/with-verdicts.ts';
import { keepUsed } from '../keep-used.ts';
import { recordChange, type Subject } from '../record-change.ts';
import { PROJECT, toProjectAnswer } from './project-answer.ts';
import type { JudgedProjectServices, ProjectServices } from './project-services.ts';

/**
 * Changes the settings that `change` names. The change acts with the next run. Answers that were computed under an
 * earlier value of a setting which their query reads are no longer served. Endpoints whose queries read such a setting
 * are compiled again and named in warnings.
 * @throws AppError breaking_change when one of these endpoints no longer compiles or loses columns, and that is not
 *   allowed
 * @throws AppError permission_denied when the project is gone, invalid_value for replacements that no query could use
 */
export async function changeProject(
  services: JudgedProjectServices,
  caller: Caller,
  change: ProjectChange,
  allowBreaking = true,
): Promise<SavedProject> {
  const { projectId } = caller;
  checkCleaningFilters(change.path_cleaning_filters ?? []);
  const settings = toSettings(change);
  const present = await services.catalog.context(projectId);
  const planned = { ...present, ...settings };
  return withVerdicts(services, { present, planned, allowBreaking }, () =>
    update(services, projectId, settings, async (transaction, changed) => {
      await keepUsed(transaction, projectId, settings.testAccountFilters, 'test_account_filters');
      await recordChange(transaction, caller, PROJECT, changed);
    }),
  );
}

/** Replaces the capture token; the old one stops working at once. The activity log holds neither of the two. */
export async function rollCaptureToken(
  services: Pick<ProjectServices, 'database' | 'clock'>,
  caller: Caller,
  captureToken: string,
): Promise<Project> {
  return update(services, caller.projectId, { captureToken }, (transaction, { after, nowMs }) =>
    recordChange(transaction, caller, CAPTURE_TOKEN, { after, activity: 'rolled', nowMs }),
  );
}

const CAPTURE_TOKEN: Subject<ProjectRow> = {
  kind: 'capture_token',
  show: ({ id, name }) => ({ id: String(id), name }),
};

interface ChangedProject {
  readonly before: ProjectRow;
  readonly after: ProjectRow;
  readonly nowMs: number;
}

async function update(
  services: Pick<ProjectServices, 'database' | 'clock'>,
  projectId: number,
  change: Partial<ProjectSettings> & { readonly captureToken?: string },
  record: (transaction: Queryable, changed: ChangedProject) => Promise<void>,
): Promise<Project> {
  const nowMs = services.clock.nowMs();
  return services.database.transaction(async (transaction) => {
    const before = await lockProject(transaction, projectId);
    if (before === undefined) throw absentProject();
    // Events that have expired under the earlier setting stay gone, however long events are kept from now on.
    const gone = { eventsKeptFromMs: keptFromMs(eventRetentionOf(before), nowMs) };
    const kept = change.eventRetentionDays === undefined ? {} : gone;
    const after = await updateProject(transaction, projectId, { ...change, ...kept, nowMs });
    if (after === undefined) throw absentProject();
    await record(transaction, { before, after, nowMs });
    return toProjectAnswer(after);
  });
}

function toSettings(change: ProjectChange): Partial<ProjectSettings> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.timezone !== undefined && { timezone: change.timezone }),
    ...(change.week_start_day !== undefined && { weekStartDay: change.week_start_day }),
    ...(change.test_account_filters && { testAccountFilters: change.test_account_filters }),
    ...(change.event_retention_days !== undefined && { eventRetentionDays: change.event_retention_days }),
    ...(change.allowed_origins && { allowedOrigins: change.allowed_origins }),
    ...(change.path_cleaning_filters && { pathCleaningFilters: change.path_cleaning_filters }),
  };
}
