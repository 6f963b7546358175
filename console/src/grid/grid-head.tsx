import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './result-grid.module.css';
import { isFigure, type ResultRows } from './result-rows.ts';
import type { GridColumns, GridSort } from './use-grid-columns.ts';

interface GridHeadProps {
  readonly table: ResultRows;
  readonly state: GridColumns;
  /** Places of those that are in sight. */
  readonly columns: { readonly from: number; readonly to: number };
}

const NUMBERS = 52;
const LEAST = 48;

/** Names and types of the columns: a click sorts here, an edge resizes, a cross hides. */
export function GridHead({ table, state, columns }: GridHeadProps) {
  const { shown, starts, sort, setSort, hide, resize } = state;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a grid that draws what is in sight.
    <div className={styles['head']} role="row" aria-rowindex={1}>
      {shown.slice(columns.from, columns.to).map((at, offset) => {
        const place = columns.from + offset;
        const column = table.columns[at];
        if (column === undefined) return null;
        const width = (starts[place + 1] ?? 0) - (starts[place] ?? 0);
        const direction = sort?.column === at ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its button takes the focus.
          <div
            key={at}
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={direction}
            className={styles['title']}
            data-figure={isFigure(column) || undefined}
            style={{ left: NUMBERS + (starts[place] ?? 0), width }}
          >
            <button
              type="button"
              title={direction === 'none' ? `Sort by ${column.name} here` : 'Sorted here, not by the query'}
              onClick={() => setSort(nextSort(sort, at))}
            >
              <b>
                {column.name}
                {direction !== 'none' && <i aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</i>}
              </b>
              <small>{direction === 'none' ? column.type : 'sorted here'}</small>
            </button>
            {shown.length > 1 && (
              <button
                type="button"
                className={styles['hide']}
                aria-label={`Hide ${column.name}`}
                onClick={() => hide(at)}
              >
                ×
              </button>
            )}
            <ResizeEdge name={column.name} width={width} resize={(to) => resize(at, to)} />
          </div>
        );
      })}
    </div>
  );
}

interface ResizeEdgeProps {
  readonly name: string;
  readonly width: number;
  readonly resize: (width: number) => void;
}

function ResizeEdge({ name, width, resize }: ResizeEdgeProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const to = (next: number) => resize(Math.max(LEAST, Math.round(next)));
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) to(start.current.width + event.clientX - start.current.x);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    to(width + (event.key === 'ArrowRight' ? 16 : -16));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot take the focus.
    <div
      className={styles['edge']}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={2000}
      tabIndex={-1}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Ascending, then descending, then the order of the query again. */
function nextSort(sort: GridSort | null, column: number): GridSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}
