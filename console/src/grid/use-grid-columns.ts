import { useMemo, useState } from 'react';
import { fittingWidth } from './grid-state.ts';
import { columnStarts } from './grid-window.ts';
import type { ResultRows } from './result-rows.ts';

/** How the rows are sorted here, beside the order of the query. */
export interface GridSort {
  /** Place in the table's columns. */
  readonly column: number;
  readonly isDescending: boolean;
}

/** Which columns are shown, how wide, and by which the rows are sorted here. */
export interface GridColumns {
  readonly sort: GridSort | null;
  readonly setSort: (sort: GridSort | null) => void;
  readonly hidden: ReadonlySet<number>;
  /** Places in the table's columns of those that are shown. */
  readonly shown: readonly number[];
  /** px where each shown column begins, and the whole width at the end. */
  readonly starts: readonly number[];
  readonly hide: (column: number) => void;
  readonly showAll: () => void;
  readonly resize: (column: number, width: number) => void;
}

/** The columns of a grid as its user has arranged them. */
export function useGridColumns(table: ResultRows): GridColumns {
  const [sort, setSort] = useState<GridSort | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [resized, setResized] = useState<ReadonlyMap<number, number>>(new Map());
  const fitting = useMemo(() => table.columns.map((column, at) => fittingWidth(table, column, at)), [table]);
  const shown = table.columns.flatMap((_, at) => (hidden.has(at) ? [] : [at]));
  return {
    sort: sort !== null && sort.column < table.columns.length ? sort : null,
    setSort,
    hidden,
    shown,
    starts: columnStarts(shown.map((at) => resized.get(at) ?? fitting[at] ?? 120)),
    hide: (column) => setHidden(new Set(hidden).add(column)),
    showAll: () => setHidden(new Set()),
    resize: (column, width) => setResized(new Map(resized).set(column, width)),
  };
}
