import { useEffect, useRef, useState } from 'react';
import { fragmentOfPage, packState, showFragment, unpackState } from './fragment-state.ts';

const AFTER_MS = 400;

/**
 * State in the address behind `#s=`, which no server sees; too large a one stays on the screen only.
 * @returns the state that the page was opened with: undefined while it is unpacked, null when there is none
 */
export function useFragment(state: unknown): unknown {
  const [opened, setOpened] = useState<unknown>(() => (fragmentOfPage() === null ? null : undefined));
  const isFirst = useRef(true);
  useEffect(() => {
    const packed = fragmentOfPage();
    if (packed !== null) void unpackState(packed).then(setOpened);
  }, []);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => void packState(state).then(showFragment), AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return opened;
}
