import type { Selectable } from 'kysely';
import { parseJson } from '../../base/parse-json.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';
import type { EndpointTable, EndpointVersionTable } from './schema.ts';

/** Who made something: the key and the label it had then. */
export interface Author {
  readonly keyId: string;
  readonly label: string;
}

/** What an owner can set on an endpoint without making a version. Ages in seconds. */
export interface EndpointSettings {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isActive: boolean;
  /** 300..86400; null = the default age of the query. */
  readonly cacheAgeSeconds: number | null;
  readonly staleWhileRevalidateSeconds: number;
  readonly staleIfErrorSeconds: number;
  readonly isMaterialized: boolean;
  readonly syncFrequency: string;
  /** Keys that `query_override` may carry; null = all but `kind`. */
  readonly allowedOverrides: readonly string[] | null;
  readonly limits: EndpointLimits;
}

export interface EndpointLimits {
  readonly timeoutSeconds?: number;
  readonly maxRows?: number;
  readonly maxBytesRead?: number;
}

/** An endpoint as stored. Instants are milliseconds since 1970. */
export interface EndpointRow extends EndpointSettings {
  readonly id: string;
  readonly projectId: number;
  readonly currentVersion: number;
  /** Grows by one with every change. */
  readonly revision: number;
  readonly createdBy: Author;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** One immutable version of an endpoint's query. */
export interface VersionRow {
  readonly endpointId: string;
  /** 1, 2, ... */
  readonly version: number;
  readonly query: { readonly kind: string; readonly [member: string]: unknown };
  /** Declarations of variables by name. */
  readonly variables: VariableDeclarations;
  /** Equal texts mean the same query and declarations. */
  readonly fingerprint: string;
  /** Null where only a run can tell. */
  readonly columns: readonly { readonly name: string; readonly type: string }[] | null;
  /** Why it cannot be materialized; null when it can. */
  readonly notMaterializable: string | null;
  readonly createdBy: Author;
  readonly createdAtMs: number;
}

export function toEndpoint(row: Selectable<EndpointTable>, tags: readonly string[]): EndpointRow {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    tags,
    isActive: row.is_active === 1,
    cacheAgeSeconds: row.cache_age_seconds,
    staleWhileRevalidateSeconds: row.stale_while_revalidate_seconds,
    staleIfErrorSeconds: row.stale_if_error_seconds,
    isMaterialized: row.is_materialized === 1,
    syncFrequency: row.sync_frequency,
    allowedOverrides: row.allowed_overrides === null ? null : JSON.parse(row.allowed_overrides),
    limits: JSON.parse(row.limits),
    currentVersion: row.current_version,
    revision: row.revision,
    createdBy: { keyId: row.created_by_key_id, label: row.created_by_label },
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

/** What `writeJson` wrote. Border: only our own checked values are in the store. */
function readStoredJson<Value>(text: string): Value {
  return parseJson(text) as Value;
}

/** The columns of the settings; tags stand in a table of their own. */
export function toSettingColumns(settings: EndpointSettings) {
  return {
    name: settings.name,
    description: settings.description,
    is_active: settings.isActive ? (1 as const) : (0 as const),
    cache_age_seconds: settings.cacheAgeSeconds,
    stale_while_revalidate_seconds: settings.staleWhileRevalidateSeconds,
    stale_if_error_seconds: settings.staleIfErrorSeconds,
    is_materialized: settings.isMaterialized ? (1 as const) : (0 as const),
    sync_frequency: settings.syncFrequency,
    allowed_overrides: settings.allowedOverrides && JSON.stringify(settings.allowedOverrides),
    limits: JSON.stringify(settings.limits),
  };
}

export function toVersion(row: Selectable<EndpointVersionTable>): VersionRow {
  return {
    endpointId: row.endpoint_id,
    version: row.version,
    query: readStoredJson(row.query),
    variables: readStoredJson(row.variables),
    fingerprint: row.fingerprint,
    columns: row.columns === null ? null : JSON.parse(row.columns),
    notMaterializable: row.not_materializable,
    createdBy: { keyId: row.created_by_key_id, label: row.created_by_label },
    createdAtMs: row.created_at_ms,
  };
}
