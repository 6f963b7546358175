import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './workbench.module.css';

const LEAST = 15;
const MOST = 85;

/** The share of a pane in percent, kept in this browser under `name`. */
export function useShare(name: string, first: number): [number, (share: number) => void] {
  const key = `sluice-share:${name}`;
  const [share, setShare] = useState(() => {
    const kept = Number(localStorage.getItem(key));
    return kept >= LEAST && kept <= MOST ? kept : first;
  });
  const set = (next: number) => {
    const bounded = Math.round(Math.max(LEAST, Math.min(MOST, next)));
    setShare(bounded);
    localStorage.setItem(key, String(bounded));
  };
  return [share, set];
}

interface SplitterProps {
  readonly label: string;
  readonly share: number;
  readonly setShare: (share: number) => void;
}

/** The edge between two panes that stand on one another: the pointer or the arrows move it. */
export function Splitter({ label, share, setShare }: SplitterProps) {
  const isHeld = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -5 : event.key === 'ArrowDown' ? 5 : 0;
    if (step === 0) return;
    event.preventDefault();
    setShare(share + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot take the focus.
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const around = event.currentTarget.parentElement?.getBoundingClientRect();
        if (isHeld.current && around !== undefined)
          setShare((100 * (event.clientY - around.top)) / around.height);
      }}
      onPointerUp={() => {
        isHeld.current = false;
      }}
    />
  );
}
