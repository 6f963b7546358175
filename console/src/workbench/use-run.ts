import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, asProblem } from '../api/problem.ts';
import {
  cancelRun,
  progressOf,
  type QueryAnswer,
  type QueryProgress,
  type QueryRun,
  runAdHoc,
} from '../data/ad-hoc.ts';
import { newRunId } from '../data/run-id.ts';

/** What is known of a draft's runs: the last answer stays while a new one is under way or has failed. */
export interface RunState {
  readonly isRunning: boolean;
  /** ms since the present run began; 0 when nothing runs. */
  readonly elapsedMs: number;
  readonly progress: QueryProgress | null;
  readonly answer: QueryAnswer | null;
  /** The query that `answer` answers, as JSON text. */
  readonly answered: string | null;
  readonly tookMs: number;
  /** Why the last run has no answer; null when it has. */
  readonly problem: ApiProblem | null;
}

/** The part of a run that the screen gives. */
export type RunBody = Omit<QueryRun, 'client_query_id'>;

const IDLE: RunState = {
  isRunning: false,
  elapsedMs: 0,
  progress: null,
  answer: null,
  answered: null,
  tookMs: 0,
  problem: null,
};
const TICK_MS = 100;
const ASK_AFTER_MS = 1000;

/**
 * Runs drafts of a project one at a time: a new run ends the one before.
 * @returns the state, `run`, and `cancel`, which ends the query in the service too
 */
export function useRun(projectId: number) {
  const [state, setState] = useState(IDLE);
  const current = useRef<{ readonly id: string; readonly stop: AbortController } | null>(null);
  const end = useCallback(() => {
    const ended = current.current;
    current.current = null;
    if (ended === null) return;
    ended.stop.abort();
    void cancelRun(projectId, ended.id);
  }, [projectId]);
  useEffect(() => end, [end]);
  const run = useCallback(
    async (body: RunBody): Promise<QueryAnswer | null> => {
      end();
      const mine = { id: newRunId(), stop: new AbortController() };
      current.current = mine;
      const began = performance.now();
      const isMine = () => current.current === mine;
      setState((before) => ({ ...before, isRunning: true, elapsedMs: 0, progress: null, problem: null }));
      const watch = watchRun(
        projectId,
        mine.id,
        began,
        (part) => isMine() && setState((before) => ({ ...before, ...part })),
      );
      try {
        const answer = await runAdHoc(projectId, { ...body, client_query_id: mine.id }, mine.stop.signal);
        if (!isMine()) return null;
        setState({
          ...IDLE,
          answer,
          answered: JSON.stringify(body.query),
          tookMs: performance.now() - began,
        });
        return answer;
      } catch (error) {
        if (isMine()) {
          setState((before) => stopped(before, asProblem(error)));
        }
        return null;
      } finally {
        clearInterval(watch);
        if (isMine()) current.current = null;
      }
    },
    [projectId, end],
  );
  const cancel = useCallback(() => {
    if (current.current === null) return;
    end();
    setState((before) =>
      stopped(before, new ApiProblem(0, { code: 'query_cancelled', detail: 'You cancelled this run.' })),
    );
  }, [end]);
  return { state, run, cancel };
}

/** A run has ended without an answer; the earlier answer stays. */
function stopped(before: RunState, problem: ApiProblem): RunState {
  return { ...before, isRunning: false, elapsedMs: 0, progress: null, problem };
}

/** Tells the time of a run ten times a second, and after one second how far it is. */
function watchRun(projectId: number, id: string, began: number, tell: (part: Partial<RunState>) => void) {
  let isAsking = false;
  let asked = 0;
  return setInterval(() => {
    const elapsedMs = performance.now() - began;
    tell({ elapsedMs });
    if (elapsedMs < ASK_AFTER_MS || isAsking || elapsedMs - asked < 500) return;
    isAsking = true;
    asked = elapsedMs;
    progressOf(projectId, id)
      .then((progress) => progress !== null && tell({ progress }))
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, TICK_MS);
}
