import { type NewActivity, recordActivity, type Snapshot } from '../../adapters/store/activity-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { toEndpointAnswer } from './endpoint-answer.ts';
import type { EndpointCaller } from './endpoint-services.ts';

/** An endpoint at one of its versions. */
export interface EndpointState {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
}

/** Records a change of an endpoint. `before` absent: it was made; `after` absent: it is gone; one of them is there. */
export async function recordEndpointActivity(
  db: Queryable,
  { projectId, author }: EndpointCaller,
  change: Pick<NewActivity, 'activity' | 'nowMs'> & {
    readonly before?: EndpointState;
    readonly after?: EndpointState;
  },
): Promise<void> {
  const { activity, before, after, nowMs } = change;
  const shown = after ?? before;
  if (shown === undefined) return;
  await recordActivity(db, {
    projectId,
    actor: author,
    activity,
    subject: 'endpoint',
    subjectId: shown.endpoint.id,
    subjectName: shown.endpoint.name,
    ...(before && { before: snapshot(before) }),
    ...(after && { after: snapshot(after) }),
    nowMs,
  });
}

/** What an owner can set, and the version. */
function snapshot({ endpoint, version }: EndpointState): Snapshot {
  const shown = toEndpointAnswer(endpoint, version, undefined);
  return {
    name: shown.name,
    description: shown.description,
    tags: shown.tags,
    version: shown.version,
    query: shown.query,
    variables: shown.variables,
    is_active: shown.is_active,
    cache_age_seconds: shown.cache_age_seconds,
    stale_while_revalidate_seconds: shown.stale_while_revalidate_seconds,
    stale_if_error_seconds: shown.stale_if_error_seconds,
    is_materialized: shown.is_materialized,
    sync_frequency: shown.sync_frequency,
    allowed_overrides: shown.allowed_overrides,
    limits: shown.limits,
  };
}
