// biome-ignore-all lint/a11y/useSemanticElements: rows are CSS grids, so that virtual ones stay aligned
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useRef } from 'react';
import styles from './data-table.module.css';
import { Icon } from './icons.tsx';

/** One column of a table. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly head: ReactNode;
  /** Width as a track of a grid: `120px`, `minmax(200px, 2fr)`. Figure columns have fixed widths. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  readonly isFigure?: boolean;
  readonly isSortable?: boolean;
  /** Stays in view at the end, also where the table is wider than its place: the menu of a row. */
  readonly isPinned?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Column and direction, `-runs` = falling; left out = no sorting. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** Enter or a click on a row that hits no control. */
  readonly onOpen?: (row: Row) => void;
  /** Single keys on the row that has focus: `p` playground. */
  readonly onKey?: (key: string, row: Row) => void;
  /** Height of a row in px, as in `--row` or `--row-two-lines`. */
  readonly rowHeight?: number;
  /** Marks a row: one that failed, one that is open. */
  readonly toneOf?: (row: Row) => 'danger' | 'warn' | 'open' | null;
}

/** Rows beyond this many are drawn only where they are seen. */
const DRAWN_WHOLE = 200;

/**
 * A table of things: one tab stop, `j k` or arrows move, Enter opens, heads sort. More than 200 rows are virtual. Rows
 * keep their place by key, so a poll does not move what the pointer is on unless the sort does.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { label, columns, rows, rowHeight = 40 } = props;
  const body = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  const shown = isVirtual
    ? virtual.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : rows.map((_, index) => ({ index, start: null }));
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={styles.table}
      ref={body}
      data-virtual={isVirtual || undefined}
    >
      <div role="rowgroup" className={styles.headGroup}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: heads are reached by their buttons */}
        <div role="row" className={styles.headRow} style={template}>
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className={styles.rows}
        style={isVirtual ? { height: virtual.getTotalSize() } : undefined}
      >
        {shown.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const style =
            start === null
              ? template
              : { ...template, position: 'absolute' as const, top: start, height: rowHeight };
          return <TableRow key={props.keyOf(row)} table={props} row={row} index={index} style={style} />;
        })}
      </div>
    </div>
  );
}

function TableRow<Row>(props: {
  readonly table: DataTableProps<Row>;
  readonly row: Row;
  readonly index: number;
  readonly style: object;
}): ReactElement {
  const { table, row, index, style } = props;
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    const step =
      event.key === 'j' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'k' || event.key === 'ArrowUp'
          ? -1
          : 0;
    if (step !== 0) moveFocus(event.currentTarget, step);
    else if (event.key === 'Enter' && table.onOpen) table.onOpen(row);
    else if (table.onKey && event.key.length === 1) table.onKey(event.key, row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={index === 0 ? 0 : -1}
      className={styles.row}
      style={style}
      data-tone={table.toneOf?.(row) ?? undefined}
      data-opens={table.onOpen ? true : undefined}
      onKeyDown={press}
      onClick={(event) => {
        const hit = event.target as HTMLElement;
        if (table.onOpen && !hit.closest('a, button, input') && getSelection()?.isCollapsed !== false)
          table.onOpen(row);
      }}
    >
      {table.columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={styles.cell}
          data-figure={column.isFigure || undefined}
          data-pinned={column.isPinned || undefined}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

function Head<Row>(props: {
  readonly column: TableColumn<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}): ReactElement {
  const { column, sort, onSort } = props;
  const isSorted = sort === column.id || sort === `-${column.id}`;
  const isFalling = sort === `-${column.id}`;
  const order = isSorted ? (isFalling ? 'descending' : 'ascending') : undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes focus
    <div
      role="columnheader"
      aria-sort={order}
      className={styles.headCell}
      data-figure={column.isFigure || undefined}
    >
      {column.isSortable && onSort ? (
        <button
          type="button"
          onClick={() =>
            onSort(
              isSorted
                ? isFalling
                  ? column.id
                  : `-${column.id}`
                : column.isFigure
                  ? `-${column.id}`
                  : column.id,
            )
          }
        >
          {column.head}
          {isSorted && <Icon name={isFalling ? 'arrow-down' : 'arrow-up'} size={12} />}
        </button>
      ) : (
        column.head
      )}
    </div>
  );
}

function moveFocus(row: HTMLElement, step: 1 | -1): void {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  if (next instanceof HTMLElement) next.focus();
}
