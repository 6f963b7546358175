import type { Queryable } from '../../adapters/store/database.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { UsageErrors } from '../../schema/usage.ts';
import { SCANNED_AT_ONCE, scanRunLog } from './scan-run-log.ts';

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
  const filter = { afterMs: fromMs - 1, beforeMs: toMs, level: 'error', search: undefined } as const;
  let isWhole = false;
  const scan = scanRunLog(db, { projectId, endpointId, filter, step: SCANNED_AT_ONCE });
  for await (const { found, isLast } of scan) {
    for (const { facts, startedAtMs } of found) {
      const code = facts['error_code'];
      // Builds that failed and changes that break runs have none.
      if (typeof code !== 'string') continue;
      const known = codes.get(code);
      if (known === undefined) codes.set(code, { runs: 1, lastAtMs: startedAtMs });
      else known.runs += 1;
    }
    isWhole = isLast;
  }
  const results = [...codes]
    .toSorted(([, one], [, other]) => other.runs - one.runs)
    .map(([error_code, { runs, lastAtMs }]) => ({ error_code, runs, last_at: isoTime(lastAtMs) }));
  return { results, is_whole: isWhole };
}
