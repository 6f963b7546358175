import { useEffect, useRef, useState } from 'react';
import styles from './result-grid.module.css';
import { copyText, type ResultColumn, showCell } from './result-rows.ts';

interface CellDrawerProps {
  readonly column: ResultColumn;
  readonly value: unknown;
  /** Number of the row, from 1. */
  readonly row: number;
  readonly close: () => void;
}

const MOST_SHOWN = 200_000;

/** One cell in full: JSON laid out, long texts wrapped, everything as text. Escape closes it. */
export function CellDrawer({ column, value, row, close }: CellDrawerProps) {
  const [said, setSaid] = useState('');
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  const text = readable(value, column);
  const copy = async () => {
    await navigator.clipboard?.writeText(copyText(value));
    setSaid(navigator.clipboard === undefined ? 'No clipboard on this page' : 'Copied');
  };
  return (
    <section
      ref={drawer}
      className={styles['drawer']}
      aria-label={`Row ${row}, ${column.name}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <b>{column.name}</b>
        <small>
          {column.type} · row {row.toLocaleString('en-US')}
        </small>
        <span role="status">{said}</span>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <pre>{text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}</pre>
    </section>
  );
}

/** JSON is laid out, also when it came as text. */
function readable(value: unknown, column: ResultColumn): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 2);
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      return JSON.stringify(JSON.parse(value), null, 2);
    } catch {
      return value;
    }
  }
  return typeof value === 'string' ? value : showCell(value, column).text;
}
