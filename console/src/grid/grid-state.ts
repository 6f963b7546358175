import { type ResultColumn, type ResultRows, showCell } from './result-rows.ts';

/** A cell by its place among the shown rows and columns. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** A block of cells: where it was begun and where it ends. */
export interface GridSelection {
  readonly anchor: GridCell;
  readonly focus: GridCell;
}

/** How far the keys may go. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows of one page. */
  readonly page: number;
}

/** What a key does to a selection: Shift keeps its anchor. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Command: to the very first or last cell. */
  readonly whole: boolean;
}

/** The selection after a key; null when the key is not one that moves. */
export function moveSelection(selection: GridSelection, key: GridKey, size: GridSize): GridSelection | null {
  const to = target(selection.focus, key, size);
  if (to === null) return null;
  const focus = {
    row: Math.max(0, Math.min(size.rows - 1, to.row)),
    column: Math.max(0, Math.min(size.columns - 1, to.column)),
  };
  return { anchor: key.shift ? selection.anchor : focus, focus };
}

/** The corners of a selection, both included. */
export function cornersOf({ anchor, focus }: GridSelection): {
  readonly from: GridCell;
  readonly to: GridCell;
} {
  return {
    from: { row: Math.min(anchor.row, focus.row), column: Math.min(anchor.column, focus.column) },
    to: { row: Math.max(anchor.row, focus.row), column: Math.max(anchor.column, focus.column) },
  };
}

const LEAST_WIDTH = 72;
const MOST_WIDTH = 420;
const DIGIT = 7.9;

/** px that show a column's name, its type and its first hundred values, within bounds. */
export function fittingWidth(table: ResultRows, column: ResultColumn, at: number): number {
  const longest = table.rows
    .slice(0, 100)
    .reduce((most, row) => Math.max(most, showCell(row[at], column).text.length), column.name.length + 2);
  const type = column.type.length * 6.6;
  return Math.round(
    Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, longest * DIGIT + 28, Math.min(160, type + 24))),
  );
}

function target({ row, column }: GridCell, { key, whole }: GridKey, size: GridSize): GridCell | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return { row: whole ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: whole ? last.row : row + 1, column };
    case 'ArrowLeft':
      return { row, column: whole ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: whole ? last.column : column + 1 };
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? last.row : row, column: last.column };
    case 'PageUp':
      return { row: row - size.page, column };
    case 'PageDown':
      return { row: row + size.page, column };
    default:
      return null;
  }
}
