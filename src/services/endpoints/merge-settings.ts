import type { EndpointLimits, EndpointSettings } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { type EndpointChange, SYNC_FREQUENCY_BY_SECONDS } from '../../schema/endpoint.ts';

/** Settings of a new endpoint unless its owner sends others. */
export const DEFAULT_SETTINGS: Omit<EndpointSettings, 'name'> = {
  description: '',
  tags: [],
  isActive: true,
  cacheAgeSeconds: null,
  staleWhileRevalidateSeconds: 0,
  staleIfErrorSeconds: 0,
  isMaterialized: false,
  syncFrequency: '24hour',
  allowedOverrides: null,
  limits: {},
};

const MAX_CACHE_AGE_SECONDS = 86_400;

/**
 * The settings after a change: members that the change names are replaced as a whole, the rest stays.
 * @throws AppError combination_not_allowed for `data_freshness_seconds` beside a setting that it stands for
 */
export function mergeSettings(before: EndpointSettings, given: EndpointChange): EndpointSettings {
  const change = { ...given, ...expandFreshness(given) };
  return {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    tags: change.tags ?? before.tags,
    isActive: change.is_active ?? before.isActive,
    cacheAgeSeconds:
      change.cache_age_seconds === undefined ? before.cacheAgeSeconds : change.cache_age_seconds,
    staleWhileRevalidateSeconds: change.stale_while_revalidate_seconds ?? before.staleWhileRevalidateSeconds,
    staleIfErrorSeconds: change.stale_if_error_seconds ?? before.staleIfErrorSeconds,
    isMaterialized: change.is_materialized ?? before.isMaterialized,
    syncFrequency: change.sync_frequency ?? before.syncFrequency,
    allowedOverrides:
      change.allowed_overrides === undefined ? before.allowedOverrides : change.allowed_overrides,
    limits: change.limits === undefined ? before.limits : toLimits(change.limits),
  };
}

/** `data_freshness_seconds` is an alias of two settings. */
function expandFreshness(
  given: EndpointChange,
): Pick<EndpointChange, 'cache_age_seconds' | 'sync_frequency'> {
  const seconds = given.data_freshness_seconds;
  if (seconds === undefined) return {};
  if (given.cache_age_seconds !== undefined || given.sync_frequency !== undefined) {
    throw new AppError(
      'combination_not_allowed',
      'data_freshness_seconds sets cache_age_seconds and sync_frequency; do not send them beside it.',
      { attr: 'data_freshness_seconds' },
    );
  }
  return {
    cache_age_seconds: Math.min(seconds, MAX_CACHE_AGE_SECONDS),
    sync_frequency: SYNC_FREQUENCY_BY_SECONDS.get(seconds),
  };
}

function toLimits(limits: NonNullable<EndpointChange['limits']>): EndpointLimits {
  return {
    ...(limits.timeout_seconds !== undefined && { timeoutSeconds: limits.timeout_seconds }),
    ...(limits.max_rows !== undefined && { maxRows: limits.max_rows }),
    ...(limits.max_bytes_read !== undefined && { maxBytesRead: limits.max_bytes_read }),
  };
}
