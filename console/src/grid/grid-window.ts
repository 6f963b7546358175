/** The part of a list that is drawn: places from `from` up to but not with `to`. */
export interface GridWindow {
  readonly from: number;
  readonly to: number;
}

/** Rows of one height that are in sight, and some beside them. */
export function rowsInSight(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
): GridWindow {
  const beside = 8;
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - beside);
  return { from, to: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + beside) };
}

/** Where each column begins, in px; the last entry is the whole width. */
export function columnStarts(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** Columns that are in sight, and one beside them on each side. */
export function columnsInSight(starts: readonly number[], scrollLeft: number, viewWidth: number): GridWindow {
  const count = starts.length - 1;
  let from = 0;
  while (from < count && (starts[from + 1] ?? 0) <= scrollLeft) from += 1;
  let to = from;
  while (to < count && (starts[to] ?? 0) < scrollLeft + viewWidth) to += 1;
  return { from: Math.max(0, from - 1), to: Math.min(count, to + 1) };
}

/** The scroll position at which a stretch of `size` px from `start` is whole in sight, near the present one. */
export function scrollToShow(start: number, size: number, scroll: number, view: number): number {
  if (start < scroll) return start;
  return start + size > scroll + view ? start + size - view : scroll;
}
