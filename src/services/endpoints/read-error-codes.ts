import type { Queryable } from '../../adapters/store/database.ts';
import { listRunLog, type RunLogPlace } from '../../adapters/store/run-log-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { UsageErrors } from '../../schema/usage.ts';

/** Entries that are looked through for one answer, and in one step. */
const MOST_SCANNED = 10_000;
const SCANNED_AT_ONCE = 500;

interface OfEndpoint {
  readonly projectId: number;
  readonly endpointId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Refused and failed runs of an endpoint by code, the most first, as the run log has them: of the newest 10,000 errors
 * in the range.
 */
export async function readErrorCodes(
  db: Queryable,
  { projectId, endpointId, fromMs, toMs }: OfEndpoint,
): Promise<UsageErrors> {
  const codes = new Map<string, { runs: number; lastAtMs: number }>();
  const range = { afterMs: fromMs - 1, beforeMs: toMs, level: 'error', search: undefined } as const;
  let from: RunLogPlace | undefined;
  let isWhole = false;
  for (let scanned = 0; scanned < MOST_SCANNED && !isWhole; scanned += SCANNED_AT_ONCE) {
    const entries = await listRunLog(db, projectId, endpointId, { ...range, from, limit: SCANNED_AT_ONCE });
    for (const { facts, startedAtMs } of entries) {
      const code = facts['error_code'];
      // Builds that failed and changes that break runs have none.
      if (typeof code !== 'string') continue;
      const known = codes.get(code);
      if (known === undefined) codes.set(code, { runs: 1, lastAtMs: startedAtMs });
      else known.runs += 1;
    }
    from = entries.at(-1);
    isWhole = entries.length < SCANNED_AT_ONCE;
  }
  const results = [...codes]
    .toSorted(([, one], [, other]) => other.runs - one.runs)
    .map(([error_code, { runs, lastAtMs }]) => ({ error_code, runs, last_at: isoTime(lastAtMs) }));
  return { results, is_whole: isWhole };
}
