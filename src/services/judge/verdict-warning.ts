import { sameMeaning } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import { columnChanges } from './column-changes.ts';
import type { Verdict } from './judge-endpoints.ts';

/** Most sentences about one endpoint. */
const MOST_SENTENCES = 3;

/**
 * What a verdict means to callers of the endpoint. Null = nothing: it was never judged before and its answer is as
 * stored, or only what it would use of the engine was not known.
 */
export function verdictWarning({ endpointName, before, after }: Verdict): Warning | null {
  const breaking = (what: string): Warning => ({
    code: 'breaking_change',
    detail: `The endpoint "${endpointName}": ${what}`,
  });
  if (after.refusal !== null)
    return breaking(`its runs answer 400 ${after.refusal.code}: ${after.refusal.detail}`);
  const columns = columnChanges(before.columns, after.columns);
  if (columns.length > 0) return breaking(columns.slice(0, MOST_SENTENCES).join(' '));
  if (before.refusal !== null) return changes(endpointName, 'its runs are no longer refused');
  if (before.reads !== null && after.reads !== null && sameMeaning(before.reads, after.reads)) return null;
  return before.isJudged ? changes(endpointName, 'its query reads what has changed') : null;
}

function changes(endpointName: string, why: string): Warning {
  return {
    code: 'answers_change',
    detail: `The answers of the endpoint "${endpointName}" may change: ${why}.`,
  };
}

/** Most endpoints that one answer names. */
const MOST_NAMED = 100;

/**
 * The warnings of all verdicts, breaking ones first: at most 100, followed by the number of endpoints if there are
 * more.
 */
export function verdictWarnings(verdicts: readonly Verdict[]): readonly Warning[] {
  const all = verdicts.map(verdictWarning).filter((warning) => warning !== null);
  const isBreaking = ({ code }: Warning): boolean => code === 'breaking_change';
  const ordered = [...all.filter(isBreaking), ...all.filter((warning) => !isBreaking(warning))];
  if (ordered.length <= MOST_NAMED) return ordered;
  const detail = `The answers of ${ordered.length} endpoints may change; ${MOST_NAMED} of them are named.`;
  return [...ordered.slice(0, MOST_NAMED), { code: 'answers_change', detail }];
}
