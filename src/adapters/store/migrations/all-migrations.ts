import type { Migration } from 'kysely/migration';
import { projectsKeysEndpoints } from './0001-projects-keys-endpoints.ts';
import { personsAndGroups } from './0002-persons-and-groups.ts';
import { imports } from './0003-imports.ts';
import { runLog } from './0004-run-log.ts';
import { actions } from './0005-actions.ts';
import { materializations } from './0006-materializations.ts';
import { importReplicas } from './0007-import-replicas.ts';
import { activityUsageDeletion } from './0008-activity-usage-deletion.ts';
import { endpointListIndex } from './0009-endpoint-list-index.ts';
import { importJobs } from './0010-import-jobs.ts';
import { deletions } from './0011-deletions.ts';
import { definitionCounts } from './0012-definition-counts.ts';
import { personFolds } from './0013-person-folds.ts';
import { propertyReads } from './0014-property-reads.ts';
import { endpointJudgements } from './0015-endpoint-judgements.ts';

/**
 * Every migration in order of its name. Forward only: a landed migration is never changed, moved or removed; the next
 * one gets the next number.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-projects-keys-endpoints': projectsKeysEndpoints,
  '0002-persons-and-groups': personsAndGroups,
  '0003-imports': imports,
  '0004-run-log': runLog,
  '0005-actions': actions,
  '0006-materializations': materializations,
  '0007-import-replicas': importReplicas,
  '0008-activity-usage-deletion': activityUsageDeletion,
  '0009-endpoint-list-index': endpointListIndex,
  '0010-import-jobs': importJobs,
  '0011-deletions': deletions,
  '0012-definition-counts': definitionCounts,
  '0013-person-folds': personFolds,
  '0014-property-reads': propertyReads,
  '0015-endpoint-judgements': endpointJudgements,
};
