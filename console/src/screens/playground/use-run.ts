import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { cancelRun } from '../../data/ad-hoc.ts';
import { newRunId } from '../../data/run-id.ts';
import { problemOfOutcome, type RunOutcome, runAsIs } from '../../data/runs.ts';
import type { RunAnswer } from '../../data/shapes.ts';
import type { PlayRequest } from './play-request.ts';
import { parseExactly } from './result-types.ts';

/** A run that came to an end. */
export interface PlayedRun {
  readonly id: number;
  /** Time of the browser, in ms. */
  readonly atMs: number;
  readonly request: PlayRequest;
  readonly outcome: RunOutcome;
  /** What a JSON answer says; null for refusals and files. */
  readonly answer: RunAnswer | null;
  readonly problem: ApiProblem | null;
}

/** Runs that are kept in this tab, newest first. */
const KEPT_RUNS = 20;

/**
 * Runs requests one after another and keeps the last twenty of this tab. Cancel stops waiting and ends the query at the
 * service; the answer before stays.
 */
export function useRun(projectId: number) {
  const [history, setHistory] = useState<readonly PlayedRun[]>([]);
  const [running, setRunning] = useState<{ readonly sinceMs: number; readonly queryId: string } | null>(null);
  const [failure, setFailure] = useState<ApiProblem | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const run = useCallback(async (url: string, request: PlayRequest) => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    const queryId = String(request.body['client_query_id'] ?? newRunId());
    setRunning({ sinceMs: Date.now(), queryId });
    setFailure(null);
    try {
      const outcome = await runAsIs(url, { ...request.body, client_query_id: queryId }, own.signal);
      // An answer that came whole just before it was cancelled, or before the next run began, is nobody's any more.
      if (abort.current !== own) return;
      setHistory((runs) => [playedRun(request, outcome), ...runs].slice(0, KEPT_RUNS));
    } catch (error) {
      if (abort.current === own) setFailure(asProblem(error));
    }
    if (abort.current === own) setRunning(null);
  }, []);
  const cancel = useCallback(() => {
    abort.current?.abort();
    abort.current = null;
    if (running !== null) void cancelRun(projectId, running.queryId);
    setRunning(null);
  }, [projectId, running]);
  return { history, running, failure, run, cancel };
}

let lastId = 0;

function playedRun(request: PlayRequest, outcome: RunOutcome): PlayedRun {
  lastId += 1;
  const problem = problemOfOutcome(outcome);
  const isJson = outcome.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  const answer = problem === null && isJson ? (parseExactly(outcome.text) as RunAnswer) : null;
  return { id: lastId, atMs: Date.now(), request, outcome, answer, problem };
}
