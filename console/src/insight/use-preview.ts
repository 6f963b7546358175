import { useCallback, useEffect, useRef } from 'react';
import { useRun } from '../workbench/use-run.ts';
import type { InsightQuery } from './insight-query.ts';

const AFTER_MS = 400;
const FAST_MS = 1000;

/**
 * Runs a query by itself 400 ms after a change, as long as the last run took at most a second; then only when asked.
 * @param mayRun false where the key may not run queries
 */
export function usePreview(projectId: number, query: InsightQuery | null, mayRun: boolean) {
  const { state, run, cancel } = useRun(projectId);
  const text = query === null ? null : JSON.stringify(query);
  const isPaused = state.tookMs > FAST_MS;
  const ran = useRef<string | null>(null);
  const runNow = useCallback(() => {
    if (text === null || !mayRun) return;
    ran.current = text;
    void run({ query: JSON.parse(text) as InsightQuery });
  }, [text, mayRun, run]);
  useEffect(() => {
    if (text === null || isPaused || text === ran.current) return undefined;
    const timer = setTimeout(runNow, ran.current === null ? 0 : AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, isPaused, runNow]);
  return { state, cancel, runNow, isPaused, isOutdated: state.answered !== null && state.answered !== text };
}
