import type { Page, Paging } from '../../schema/page.ts';

/** Rows of one statement; each statement takes some milliseconds, and others have their turn between two. */
const ROWS_OF_PIECE = 2_000;

/** The first `count` rows behind `last` in an order of the store; `last` undefined = from the beginning. */
type ReadAfter<Row> = (last: Row | undefined, count: number) => Promise<readonly Row[]>;

/** Which rows of a list are wanted. */
interface Picking<Row> {
  readonly matches: (row: Row) => boolean;
  /** Negative when `a` comes before `b`. */
  readonly compare: (a: Row, b: Row) => number;
}

/**
 * A page of the rows that match, in an order that no index has, and how many match. Reads all rows piece by piece and
 * keeps those up to the end of the page, so that no statement grows with the list.
 */
export async function bestPage<Row>(
  readAfter: ReadAfter<Row>,
  { matches, compare }: Picking<Row>,
  { limit, offset }: Paging,
): Promise<Page<Row>> {
  let best: readonly Row[] = [];
  let count = 0;
  let last: Row | undefined;
  for (;;) {
    const piece = await readAfter(last, ROWS_OF_PIECE);
    const found = piece.filter(matches);
    count += found.length;
    best = merged(best, found.sort(compare), { compare, most: offset + limit });
    last = piece.at(-1);
    if (piece.length < ROWS_OF_PIECE) return { count, results: best.slice(offset) };
  }
}

/** The first `most` rows of two lists that are in order. */
function merged<Row>(
  a: readonly Row[],
  b: readonly Row[],
  { compare, most }: { readonly compare: (a: Row, b: Row) => number; readonly most: number },
): readonly Row[] {
  const rows: Row[] = [];
  for (let [i, k] = [0, 0]; rows.length < most; ) {
    const [left, right] = [a[i], b[k]];
    if (left === undefined && right === undefined) break;
    const takesLeft = right === undefined || (left !== undefined && compare(left, right) <= 0);
    const next = takesLeft ? left : right;
    if (next !== undefined) rows.push(next);
    if (takesLeft) i += 1;
    else k += 1;
  }
  return rows;
}

/** `note` finds `Note created`. */
export function holdsText(name: string, search: string | undefined): boolean {
  return search === undefined || name.toLowerCase().includes(search.toLowerCase());
}

interface Seen {
  readonly name: string;
  readonly volume: number | null;
  readonly lastSeenAtMs: number | null;
}

export type SeenOrder = 'name' | 'volume' | 'last_seen_at' | '-name' | '-volume' | '-last_seen_at';

/** The order of things that came in; equal ones by name, what never came in as the smallest. */
export function bySeen(order: SeenOrder): (a: Seen, b: Seen) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  const byName = (a: Seen, b: Seen) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  switch (order.replace('-', '')) {
    case 'volume':
      return (a, b) => sign * ((a.volume ?? 0) - (b.volume ?? 0)) || byName(a, b);
    case 'last_seen_at':
      return (a, b) => sign * ((a.lastSeenAtMs ?? 0) - (b.lastSeenAtMs ?? 0)) || byName(a, b);
    default:
      return (a, b) => sign * byName(a, b);
  }
}
