import { useEffect, useRef } from 'react';
import { settings } from './settings.ts';

/** How long after `g` its second key counts, in ms. */
const SECOND_KEY_MS = 1200;

/**
 * Listens to keys of the whole page: one key ("n"), two after each other ("g e") or with a modifier ("mod+k"). Keys
 * without a modifier rest while the user types, and when they are switched off.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = Object.fromEntries(Object.entries(keys).map(([name, act]) => [name.toLowerCase(), act]));
  useEffect(() => {
    let first: { readonly key: string; readonly atMs: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = nameOf(event);
      const isSingle = name.length === 1;
      if (isSingle && (isTaken(event.target, name) || !settings.get().hasSingleKeys)) return;
      const pair =
        first !== null && event.timeStamp - first.atMs < SECOND_KEY_MS ? `${first.key} ${name}` : null;
      const act = (pair === null ? undefined : latest.current[pair]) ?? latest.current[name];
      first = { key: name, atMs: event.timeStamp };
      if (act === undefined) return;
      event.preventDefault();
      first = null;
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function nameOf(event: KeyboardEvent): string {
  const modifier = event.metaKey || event.ctrlKey ? 'mod+' : event.altKey ? 'alt+' : '';
  return modifier + event.key.toLowerCase();
}

/** True when what has focus takes the key itself: it is typed there, or Space presses it. */
function isTaken(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null ||
    (name === ' ' && target.closest('button, a, summary, [role="dialog"], [tabindex="0"]') !== null)
  );
}
