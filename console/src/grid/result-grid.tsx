import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { CellDrawer } from './cell-drawer.tsx';
import { GridHead } from './grid-head.tsx';
import { cornersOf, type GridCell, type GridSelection, type GridSize, moveSelection } from './grid-state.ts';
import { columnsInSight, rowsInSight, scrollToShow } from './grid-window.ts';
import styles from './result-grid.module.css';
import { isFigure, type ResultRows, showCell, sortedPlaces, tabbedText } from './result-rows.ts';
import { type GridColumns, useGridColumns } from './use-grid-columns.ts';
import { useView, type View } from './use-view.ts';

interface ResultGridProps {
  readonly table: ResultRows;
  /** Accessible name, such as `Rows of the answer`. */
  readonly label: string;
}

const ROW = 28;
const HEAD = 46;
const NUMBERS = 52;
const START: GridSelection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };

/**
 * The rows of an answer, up to 50,000 by 200: only what is in sight is drawn. The arrows move, Shift selects, Ctrl+C
 * copies, Enter opens a cell.
 */
export function ResultGrid({ table, label }: ResultGridProps) {
  const columnState = useGridColumns(table);
  const { sort, shown, starts } = columnState;
  const [selection, setSelection] = useState(START);
  const [opened, setOpened] = useState<GridCell | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller);
  const order = useMemo(
    () => (sort === null ? null : sortedPlaces(table, sort.column, sort.isDescending)),
    [table, sort],
  );
  const rowAt = (row: number) => table.rows[order?.[row] ?? row] ?? [];
  const size = {
    rows: table.rows.length,
    columns: shown.length,
    page: Math.max(1, Math.floor((view.height - HEAD) / ROW) - 1),
  };
  const select = (next: GridSelection) => {
    setSelection(next);
    showFocus(scroller.current, next.focus, starts);
  };
  const copy = () => copySelection(selection, shown, rowAt);
  const close = () => {
    setOpened(null);
    scroller.current?.focus();
  };
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table that draws only the rows in sight. */}
      <div
        ref={scroller}
        className={styles['grid']}
        role="grid"
        aria-label={label}
        aria-rowcount={table.rows.length + 1}
        aria-colcount={shown.length}
        aria-activedescendant={table.rows.length > 0 ? cellId(selection.focus) : undefined}
        tabIndex={0}
        onKeyDown={(event) => onGridKey(event, { selection, size, select, copy, open: setOpened })}
      >
        <GridSheet
          table={table}
          view={view}
          state={columnState}
          selection={selection}
          rowAt={rowAt}
          select={select}
          open={setOpened}
        />
      </div>
      <GridExtras table={table} state={columnState} opened={opened} rowAt={rowAt} close={close} />
    </div>
  );
}

interface GridSheetProps {
  readonly table: ResultRows;
  readonly view: View;
  readonly state: GridColumns;
  readonly selection: GridSelection;
  readonly rowAt: (row: number) => readonly unknown[];
  readonly select: (selection: GridSelection) => void;
  readonly open: (cell: GridCell) => void;
}

/** A sheet as large as all rows, with those drawn that are in sight. */
function GridSheet({ table, view, state, rowAt, ...parts }: GridSheetProps) {
  const { shown, starts } = state;
  const rows = rowsInSight(view.top, view.height - HEAD, ROW, table.rows.length);
  const columns = columnsInSight(starts, view.left, view.width - NUMBERS);
  const size = { width: (starts.at(-1) ?? 0) + NUMBERS, height: table.rows.length * ROW + HEAD };
  return (
    <div style={size} className={styles['sheet']} role="presentation">
      <GridHead table={table} state={state} columns={columns} />
      {Array.from({ length: rows.to - rows.from }, (_, offset) => {
        const row = rows.from + offset;
        return (
          <GridRow key={row} {...{ row, values: rowAt(row), table, shown, starts, columns }} {...parts} />
        );
      })}
    </div>
  );
}

interface GridExtrasProps extends Pick<GridSheetProps, 'table' | 'state' | 'rowAt'> {
  readonly opened: GridCell | null;
  readonly close: () => void;
}

/** What lies over the rows: the way back to hidden columns, and an opened cell. */
function GridExtras({ table, state, rowAt, opened, close }: GridExtrasProps) {
  const at = opened === null ? -1 : (state.shown[opened.column] ?? -1);
  const column = table.columns[at];
  const count = state.hidden.size;
  return (
    <>
      {count > 0 && (
        <button type="button" className={styles['unhide']} onClick={state.showAll}>
          Show {count} hidden {count === 1 ? 'column' : 'columns'}
        </button>
      )}
      {opened !== null && column !== undefined && (
        <CellDrawer column={column} value={rowAt(opened.row)[at]} row={opened.row + 1} close={close} />
      )}
    </>
  );
}

interface GridActions {
  readonly selection: GridSelection;
  readonly size: GridSize;
  readonly select: (selection: GridSelection) => void;
  readonly copy: () => void;
  readonly open: (cell: GridCell) => void;
}

function onGridKey(event: KeyboardEvent, { selection, size, select, copy, open }: GridActions): void {
  if (event.target !== event.currentTarget) return;
  const whole = event.ctrlKey || event.metaKey;
  const moved = moveSelection(selection, { key: event.key, shift: event.shiftKey, whole }, size);
  if (moved !== null) select(moved);
  else if (event.key === 'Enter') open(selection.focus);
  else if (whole && event.key === 'c') copy();
  else if (whole && event.key === 'a')
    select({ ...START, focus: { row: size.rows - 1, column: size.columns - 1 } });
  else return;
  event.preventDefault();
}

interface GridRowProps {
  readonly row: number;
  readonly values: readonly unknown[];
  readonly table: ResultRows;
  readonly shown: readonly number[];
  readonly starts: readonly number[];
  readonly columns: { readonly from: number; readonly to: number };
  readonly selection: GridSelection;
  readonly select: (selection: GridSelection) => void;
  readonly open: (cell: GridCell) => void;
}

function GridRow({ row, values, table, shown, starts, columns, selection, select, open }: GridRowProps) {
  const { from, to } = cornersOf(selection);
  const isInRows = row >= from.row && row <= to.row;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid; it has the focus.
    <div className={styles['row']} role="row" aria-rowindex={row + 2} style={{ top: HEAD + row * ROW }}>
      <span className={styles['number']} aria-hidden="true">
        {(row + 1).toLocaleString('en-US')}
      </span>
      {shown.slice(columns.from, columns.to).map((at, offset) => {
        const place = columns.from + offset;
        const column = table.columns[at];
        if (column === undefined) return null;
        const cell = showCell(values[at], column);
        const isFocus = selection.focus.row === row && selection.focus.column === place;
        const here = { row, column: place };
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: see the grid; it has the focus and the keys.
          <div
            key={at}
            id={cellId(here)}
            role="gridcell"
            aria-colindex={place + 1}
            aria-selected={isInRows && place >= from.column && place <= to.column}
            className={styles['cell']}
            data-kind={cell.kind}
            data-figure={isFigure(column) || undefined}
            data-focus={isFocus || undefined}
            style={{
              left: NUMBERS + (starts[place] ?? 0),
              width: (starts[place + 1] ?? 0) - (starts[place] ?? 0),
            }}
            onClick={(event) => select({ anchor: event.shiftKey ? selection.anchor : here, focus: here })}
            onDoubleClick={() => open(here)}
          >
            {cell.text.length > 300 ? `${cell.text.slice(0, 300)}…` : cell.text}
          </div>
        );
      })}
    </div>
  );
}

function copySelection(
  selection: GridSelection,
  shown: readonly number[],
  rowAt: (row: number) => readonly unknown[],
) {
  const { from, to } = cornersOf(selection);
  const columns = shown.slice(from.column, to.column + 1);
  const rows = Array.from({ length: to.row - from.row + 1 }, (_, at) => {
    const values = rowAt(from.row + at);
    return columns.map((column) => values[column]);
  });
  void navigator.clipboard?.writeText(tabbedText(rows));
}

function showFocus(
  element: HTMLDivElement | null,
  { row, column }: GridCell,
  starts: readonly number[],
): void {
  if (element === null) return;
  const start = starts[column] ?? 0;
  const width = (starts[column + 1] ?? start) - start;
  element.scrollTop = scrollToShow(row * ROW, ROW, element.scrollTop, element.clientHeight - HEAD);
  element.scrollLeft = scrollToShow(start, width, element.scrollLeft, element.clientWidth - NUMBERS);
}

function cellId({ row, column }: GridCell): string {
  return `cell-${row}-${column}`;
}
