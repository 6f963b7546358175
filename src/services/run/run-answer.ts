import { syncIntervalMs } from '../../schema/endpoint.ts';
import type { WholeFormat } from '../../schema/output-format.ts';
import type { StageTime } from '../execution/stages.ts';
import type { AnswerBytes, BodyTail, StoredResult } from '../execution/stored-result.ts';
import type { CheckedRun } from './check-run.ts';
import type { DecidedRun, Source } from './choose-source.ts';
import type { CacheState, RunCall, RunProgress } from './run-call.ts';

/** An answer as bytes, and what its headers say. */
export interface RunAnswer {
  readonly kind: 'bytes';
  readonly format: WholeFormat;
  readonly endpointName: string;
  readonly body: AnswerBytes;
  readonly etag: string;
  readonly ageSeconds: number;
  /** Seconds that the answer stays fresh; null = the client must not keep it. */
  readonly maxAgeSeconds: number | null;
  readonly cacheState: CacheState;
  readonly stages: readonly StageTime[];
}

/** How an answer came about, as its envelope tells. */
interface EnvelopeFacts {
  readonly servedFrom: 'cache' | 'materialized' | 'direct';
  readonly servedReason: string;
  /** How long the result is fresh, counted from its computation. */
  readonly freshSeconds: number;
  readonly isMaterialized: boolean;
  /** When the snapshot of the endpoint was built, milliseconds since 1970; absent without one. */
  readonly materializedAtMs?: number;
}

/**
 * Puts the envelope around a result and notes in `call.progress` what was answered.
 * @param isCollapsed another caller had started the computation
 */
export function makeAnswer(
  call: RunCall,
  decided: DecidedRun,
  result: StoredResult,
  isCollapsed = false,
): RunAnswer {
  const { run, source, snapshot, stages } = decided;
  const cacheState = cacheStateOf(source, isCollapsed);
  noteProgress(call.progress, source, result, cacheState);
  const ageSeconds = Math.max(0, call.nowMs - result.computedAtMs) / 1000;
  const isKept = run.request.refresh === 'blocking' || run.request.refresh === 'cache';
  const freshSeconds = freshSecondsOf(run, source);
  const facts: EnvelopeFacts = {
    servedFrom: source.from,
    servedReason: source.reason,
    freshSeconds,
    isMaterialized: run.endpoint.isMaterialized,
    ...(snapshot === undefined ? {} : { materializedAtMs: snapshot.builtAtMs }),
  };
  return {
    kind: 'bytes',
    format: result.format,
    endpointName: run.endpoint.name,
    body: bodyOf(decided, result, facts),
    etag: result.etag,
    ageSeconds,
    maxAgeSeconds: isKept ? Math.max(0, freshSeconds - ageSeconds) : null,
    cacheState,
    stages: stages.times,
  };
}

function bodyOf(
  { run, stages, warnings }: DecidedRun,
  result: StoredResult,
  facts: EnvelopeFacts,
): AnswerBytes {
  if (result.format === 'csv') return result.csvBody();
  if (warnings !== null) {
    const debug = { warnings, query: run.version.query, cacheKey: run.key, stages: stages.times };
    return result.body({ ...envelopeMembers(result, facts), ...result.debugMembers(debug) });
  }
  if (facts.servedFrom === 'direct') return result.body(envelopeMembers(result, facts));
  const name = Object.values(facts).join(' ');
  return result.keptBody(name, () => envelopeMembers(result, facts));
}

/** The members of a run's answer that depend on the call. */
function envelopeMembers(result: StoredResult, facts: EnvelopeFacts): BodyTail {
  const computedAt = new Date(result.computedAtMs).toISOString();
  return {
    is_cached: facts.servedFrom === 'cache',
    last_refresh: computedAt,
    cache_target_age: new Date(result.computedAtMs + facts.freshSeconds * 1000).toISOString(),
    // A caller may force a refresh at any time, within its rate.
    next_allowed_client_refresh: computedAt,
    served_from: facts.servedFrom,
    served_reason: facts.servedReason,
    ...(facts.isMaterialized ? { endpoint_materialized: true } : {}),
    ...(facts.materializedAtMs === undefined
      ? {}
      : { endpoint_materialized_at: new Date(facts.materializedAtMs).toISOString() }),
  };
}

/** A snapshot counts as fresh until the next one is due. */
function freshSecondsOf({ endpoint, cacheAgeSeconds }: CheckedRun, { from }: Source): number {
  return from === 'materialized' ? syncIntervalMs(endpoint.syncFrequency) / 1000 : cacheAgeSeconds;
}

function cacheStateOf(source: Source, isCollapsed: boolean): CacheState {
  if (source.from === 'cache') return source.reason === 'cache_fresh' ? 'hit' : 'stale';
  if (source.from === 'materialized') return 'snapshot';
  if (isCollapsed) return 'collapsed';
  return source.isForced ? 'bypass' : 'miss';
}

function noteProgress(
  progress: RunProgress,
  source: Source,
  result: StoredResult,
  cacheState: CacheState,
): void {
  progress.source = source.from;
  progress.reason = source.reason;
  progress.cacheState = cacheState;
  progress.rows = result.rowCount;
  if (cacheState !== 'miss' && cacheState !== 'bypass') return;
  progress.rowsRead = result.statistics.rowsRead;
  progress.bytesRead = result.statistics.bytesRead;
}
