import { useEffect, useRef, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';
import { hasProperty, type LiveEvents, NOTHING, withEvents } from './live-events.ts';

/** How long a call waits for an event, in seconds; the service ends it then. */
const WAIT_SECONDS = 20;

/** Pause after a failed call, in ms. */
const PAUSE_MS = 2000;

/** Shortest time between two answers, in ms. */
const ROUND_MS = 1000;

/** Which events are followed; empty texts for all. */
export interface LiveFilter {
  readonly event: string;
  readonly distinctId: string;
  /** As `hasProperty` reads it. */
  readonly property: string;
}

/** Follows the events of a project as they come in, unless it is paused. Another filter begins anew. */
export function useLiveEvents(projectId: number, filter: LiveFilter, isPaused: boolean): LiveEvents {
  const [live, setLive] = useState(NOTHING);
  const cursor = useRef<string | null>(null);
  const { event, distinctId, property } = filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or project forgets what was shown
  useEffect(() => {
    cursor.current = null;
    setLive(NOTHING);
  }, [projectId, event, distinctId, property]);
  useEffect(() => {
    if (isPaused) return;
    const ending = new AbortController();
    void follow({ projectId, event, distinctId, property, cursor, signal: ending.signal, setLive });
    return () => ending.abort();
  }, [projectId, event, distinctId, property, isPaused]);
  return live;
}

interface Following extends LiveFilter {
  readonly projectId: number;
  readonly cursor: { current: string | null };
  readonly signal: AbortSignal;
  readonly setLive: (change: (before: LiveEvents) => LiveEvents) => void;
}

async function follow(following: Following): Promise<void> {
  const { cursor, property, signal, setLive } = following;
  while (!signal.aborted) {
    try {
      const answer = await readRecent(following);
      if (signal.aborted) return;
      const isFirst = cursor.current === null;
      cursor.current = answer.next;
      const events = answer.results.filter((each) => hasProperty(each, property));
      const more = { events, isFirst, isCut: answer.is_cut };
      setLive((before) => ({ ...withEvents(before, more), services: answer.services }));
      if (answer.results.length > 0) await pause(ROUND_MS);
    } catch (error) {
      if (signal.aborted) return;
      const problem = asProblem(error);
      setLive((before) => ({ ...before, problem, isAnswered: true }));
      await pause((problem.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
