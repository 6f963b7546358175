import { useEffect, useRef, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';
import { type LiveEvents, NOTHING, withEvents } from './live-events.ts';

/** How long a call waits for an event, in seconds; the service ends it then. */
const WAIT_SECONDS = 20;

/** Pause after a failed call, in ms. */
const PAUSE_MS = 2000;

/** Follows the events of a project as they come in, unless it is paused. Another filter begins anew. */
export function useLiveEvents(
  projectId: number,
  filter: { readonly event: string; readonly distinctId: string },
  isPaused: boolean,
): LiveEvents {
  const [live, setLive] = useState(NOTHING);
  const cursor = useRef<string | null>(null);
  const { event, distinctId } = filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or project forgets what was shown
  useEffect(() => {
    cursor.current = null;
    setLive(NOTHING);
  }, [projectId, event, distinctId]);
  useEffect(() => {
    if (isPaused) return;
    const ending = new AbortController();
    void follow({ projectId, event, distinctId, cursor, signal: ending.signal, setLive });
    return () => ending.abort();
  }, [projectId, event, distinctId, isPaused]);
  return live;
}

interface Following {
  readonly projectId: number;
  readonly event: string;
  readonly distinctId: string;
  readonly cursor: { current: string | null };
  readonly signal: AbortSignal;
  readonly setLive: (change: (before: LiveEvents) => LiveEvents) => void;
}

async function follow(following: Following): Promise<void> {
  const { cursor, signal, setLive } = following;
  while (!signal.aborted) {
    try {
      const answer = await readRecent(following);
      if (signal.aborted) return;
      const isFirst = cursor.current === null;
      cursor.current = answer.next;
      setLive((before) => ({
        ...withEvents(before, answer.results, answer.is_cut && !isFirst),
        services: answer.services,
      }));
    } catch (error) {
      if (signal.aborted) return;
      const problem = asProblem(error);
      setLive((before) => ({ ...before, problem, isAnswered: true }));
      await new Promise((resolve) =>
        setTimeout(resolve, (problem.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS),
      );
    }
  }
}

const readRecent = ({ projectId, event, distinctId, cursor, signal }: Following) =>
  answerOf(
    api.GET('/api/projects/{project_id}/events/recent', {
      params: {
        path: { project_id: String(projectId) },
        query: {
          wait: cursor.current === null ? 0 : WAIT_SECONDS,
          ...(cursor.current === null ? {} : { after: cursor.current }),
          ...(event === '' ? {} : { event }),
          ...(distinctId === '' ? {} : { distinct_id: distinctId }),
        },
      },
      signal,
    }),
  );
