import { hash } from 'node:crypto';
import { SEMANTICS_REVISION } from '../../query/plan.ts';

/** Everything that a result depends on, besides the events themselves. */
export interface CacheKeyParts {
  readonly projectId: number;
  /** `answerReads` of the run: the settings, types, actions and epoch of the project on which the run depends. */
  readonly reads: string;
  /** Unique for ever: a deleted and recreated endpoint has another. */
  readonly endpointId: string;
  /** Stands in the answer. */
  readonly endpointName: string;
  readonly version: number;
  /** `PreparedRun.canonical`: effective query, coerced variables, filters, limit and offset. */
  readonly canonical: string;
  /** Format and the spelling of 64-bit integers, such as `json` or `json+int64`. */
  readonly variant: string;
}

/**
 * The key of a result: equal for equal parts, different for different ones. Each part is written as JSON, so no part
 * can imitate the border to the next one, and hashed, so a key is short whatever the variables hold.
 */
export function cacheKey(parts: CacheKeyParts): string {
  const text = JSON.stringify([
    SEMANTICS_REVISION,
    parts.projectId,
    parts.reads,
    parts.endpointId,
    parts.endpointName,
    parts.version,
    parts.variant,
    parts.canonical,
  ]);
  return hash('sha256', text, 'base64url');
}
