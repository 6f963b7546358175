import { useCallback, useEffect, useRef, useState } from 'react';

/** Unsaved work of one subject, as it was when typing stopped. */
export interface Draft<Value> {
  readonly value: Value;
  /** Revision that it started from; null for something new. */
  readonly revision: number | null;
  /** Time of the browser, ISO. */
  readonly at: string;
}

const PREFIX = 'sluice-draft:';

/** Drafts beyond this many are forgotten, oldest first; one draft has at most `LONGEST_DRAFT` characters. */
const MOST_DRAFTS = 50;
const LONGEST_DRAFT = 500_000;

/** How long after the last key a draft is written, in ms. */
const WRITE_AFTER_MS = 400;

/**
 * Keeps unsaved work in this browser, so that nothing typed is lost. There are no alerts when leaving.
 * @param subject names it within the origin: `1:endpoint:usage-by-day:query` (the project first)
 * @returns the draft that was there when the screen opened; `keep` writes 400 ms after the last call; `discard` forgets
 */
export function useDraft<Value>(subject: string): {
  readonly found: Draft<Value> | null;
  readonly keep: (value: Value, revision: number | null) => void;
  readonly discard: () => void;
} {
  const [found, setFound] = useState(() => readDraft<Value>(subject));
  const waiting = useRef<{
    readonly timer: ReturnType<typeof setTimeout>;
    readonly write: () => void;
  } | null>(null);
  const stop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  useEffect(() => {
    const leave = () => {
      waiting.current?.write();
      stop();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
    };
  }, [stop]);
  const keep = useCallback(
    (value: Value, revision: number | null) => {
      stop();
      const write = () => writeDraft(subject, { value, revision, at: new Date().toISOString() });
      waiting.current = { write, timer: setTimeout(write, WRITE_AFTER_MS) };
    },
    [subject, stop],
  );
  const discard = useCallback(() => {
    stop();
    localStorage.removeItem(PREFIX + subject);
    setFound(null);
  }, [subject, stop]);
  return { found, keep, discard };
}

function readDraft<Value>(subject: string): Draft<Value> | null {
  const text = localStorage.getItem(PREFIX + subject);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Draft<Value>;
  } catch {
    return null;
  }
}

function writeDraft(subject: string, draft: Draft<unknown>): void {
  const text = JSON.stringify(draft);
  if (text.length > LONGEST_DRAFT) return;
  forgetOldest();
  try {
    localStorage.setItem(PREFIX + subject, text);
  } catch {
    // The storage is full or closed: the work is still on the screen.
  }
}

function forgetOldest(): void {
  const drafts = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: readDraft(key.slice(PREFIX.length))?.at ?? '' }))
    .toSorted((one, other) => one.at.localeCompare(other.at));
  for (const { key } of drafts.slice(0, Math.max(0, drafts.length - MOST_DRAFTS + 1)))
    localStorage.removeItem(key);
}
