import type { Author, EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import type { Endpoint, EndpointVersion } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import type { Subject } from '../record-change.ts';
import type { EndpointStanding } from './endpoint-standing.ts';
import { toMaterializationAnswer } from './materialization-answer.ts';
import { warnOfReplaceable } from './warn-of-replaceable.ts';

/** An endpoint at one of its versions. */
interface EndpointState {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
}

/** Endpoints in the activity log. */
export const ENDPOINT: Subject<EndpointState> = {
  kind: 'endpoint',
  show: ({ endpoint, version }) => {
    const shown = toEndpointAnswer(endpoint, version, undefined);
    return {
      id: shown.id,
      name: shown.name,
      members: {
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
      },
    };
  },
};

/**
 * An endpoint in its wire shape.
 * @param version the version to show, the current one or another
 * @param standing undefined = the endpoint never ran and was never materialized
 */
export function toEndpointAnswer(
  endpoint: EndpointRow,
  version: VersionRow,
  standing: EndpointStanding | undefined,
): Endpoint {
  return {
    id: endpoint.id,
    name: endpoint.name,
    description: endpoint.description,
    tags: [...endpoint.tags],
    query: version.query,
    variables: version.variables,
    is_active: endpoint.isActive,
    cache_age_seconds: endpoint.cacheAgeSeconds,
    stale_while_revalidate_seconds: endpoint.staleWhileRevalidateSeconds,
    stale_if_error_seconds: endpoint.staleIfErrorSeconds,
    is_materialized: endpoint.isMaterialized,
    sync_frequency: endpoint.syncFrequency,
    allowed_overrides: endpoint.allowedOverrides && [...endpoint.allowedOverrides],
    limits: toLimits(endpoint.limits),
    revision: endpoint.revision,
    version: version.version,
    current_version: endpoint.currentVersion,
    // Versions are numbered from 1 without gaps and never removed.
    versions_count: endpoint.currentVersion,
    columns: version.columns && [...version.columns],
    created_at: isoTime(endpoint.createdAtMs),
    updated_at: isoTime(endpoint.updatedAtMs),
    created_by: toAuthor(endpoint.createdBy),
    last_executed_at: isoTimeOrNull(standing?.use?.lastExecutedAtMs),
    endpoint_path: `/api/projects/${endpoint.projectId}/endpoints/${endpoint.name}/run`,
    materialization: toMaterializationAnswer(endpoint, version, standing),
    warnings: [
      ...refusalsOf(version, standing),
      ...warnOfReplaceable(version.query, endpoint.allowedOverrides),
    ],
  };
}

/** The warnings of a version whose runs are refused; empty for other versions. */
function refusalsOf({ version }: VersionRow, standing: EndpointStanding | undefined): Warning[] {
  const known = standing?.refusal;
  return known?.version === version && known.refusal !== null ? [known.refusal] : [];
}

/** A version in its wire shape. */
export function toVersionAnswer(version: VersionRow, currentVersion: number): EndpointVersion {
  return {
    version: version.version,
    is_current: version.version === currentVersion,
    query: version.query,
    variables: version.variables,
    columns: version.columns && [...version.columns],
    created_at: isoTime(version.createdAtMs),
    created_by: toAuthor(version.createdBy),
  };
}

function toAuthor(author: Author): Endpoint['created_by'] {
  return { key_id: author.keyId, label: author.label };
}

function toLimits(limits: EndpointRow['limits']): Endpoint['limits'] {
  return {
    ...(limits.timeoutSeconds !== undefined && { timeout_seconds: limits.timeoutSeconds }),
    ...(limits.maxRows !== undefined && { max_rows: limits.maxRows }),
    ...(limits.maxBytesRead !== undefined && { max_bytes_read: limits.maxBytesRead }),
  };
}
