import type { Migration } from 'kysely/migration';
import { firstRelease } from './0001-first-release.ts';
import { eventRetention } from './0002-event-retention.ts';
import { usageByKey } from './0003-usage-by-key.ts';
import { cohorts } from './0004-cohorts.ts';
import { importPlaces } from './0005-import-places.ts';
import { importNumbers } from './0006-import-numbers.ts';
import { eventDeletions } from './0007-event-deletions.ts';
import { lookups } from './0009-lookups.ts';
import { undoneImports } from './0010-undone-imports.ts';
import { replicas } from './0013-replicas.ts';
import { sharedEngines } from './0015-shared-engines.ts';
import { lookupAsks } from './0016-lookup-asks.ts';
import { writeLeases } from './0017-write-leases.ts';
import { consoleSessions } from './0020-console-sessions.ts';
import { runsOfProjects } from './0021-runs-of-projects.ts';
import { endpointsOfKeys } from './0022-endpoints-of-keys.ts';
import { signingKeys } from './0023-signing-keys.ts';
import { originsOfProjects } from './0024-origins-of-projects.ts';
import { usageOfProjects } from './0025-usage-of-projects.ts';

/**
 * Every migration in order of its name. Forward only: a landed migration is never changed, moved or removed; the next
 * one gets the next number.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-release': firstRelease,
  '0002-event-retention': eventRetention,
  '0003-usage-by-key': usageByKey,
  '0004-cohorts': cohorts,
  '0005-import-places': importPlaces,
  '0006-import-numbers': importNumbers,
  '0007-event-deletions': eventDeletions,
  '0009-lookups': lookups,
  '0010-undone-imports': undoneImports,
  '0013-replicas': replicas,
  '0015-shared-engines': sharedEngines,
  '0016-lookup-asks': lookupAsks,
  '0017-write-leases': writeLeases,
  '0020-console-sessions': consoleSessions,
  '0021-runs-of-projects': runsOfProjects,
  '0022-endpoints-of-keys': endpointsOfKeys,
  '0023-signing-keys': signingKeys,
  '0024-origins-of-projects': originsOfProjects,
  '0025-usage-of-projects': usageOfProjects,
};
