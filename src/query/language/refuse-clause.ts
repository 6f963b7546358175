import type { TokenCursor } from './token-cursor.ts';

/** Clauses that other SQL has, by their first words, and what to write instead. */
const REFUSED: readonly (readonly [words: readonly string[], what: string, fix: string])[] = [
  [['WITH', 'TOTALS'], 'WITH TOTALS', 'Use GROUP BY ROLLUP(…), or a second query.'],
  [['COLLATE'], 'COLLATE', 'Use lower(x).'],
  [['SETTINGS'], 'SETTINGS', 'Limits belong to the endpoint.'],
  [['FORMAT'], 'FORMAT', 'The format is chosen by the request.'],
  [['INTO'], 'INTO', 'A query only reads.'],
  [['FETCH'], 'FETCH', 'Use LIMIT n.'],
  [['ROWS'], 'OFFSET … ROWS', 'Use OFFSET n.'],
  [['ROW'], 'OFFSET … ROW', 'Use OFFSET n.'],
  [['PIVOT'], 'PIVOT', 'Use sumIf and its like.'],
  [['UNPIVOT'], 'UNPIVOT', 'Use arrayJoin.'],
];

/** @throws unsupported_syntax when a clause stands at the cursor that the dialect does not offer */
export function refuseClause(cursor: TokenCursor): void {
  for (const [words, what, fix] of REFUSED) {
    if (cursor.at(...words)) throw cursor.unsupported(cursor.token, what, fix);
  }
}

/** @throws unsupported_syntax at `SELECT TOP 5` */
export function refuseTop(cursor: TokenCursor): void {
  const isTop = cursor.at('TOP') && cursor.peek(1).kind === 'number';
  if (isTop) throw cursor.unsupported(cursor.token, 'TOP', 'Use LIMIT n.');
}

/** @throws unsupported_syntax at `ON (` behind DISTINCT */
export function refuseDistinctOn(cursor: TokenCursor): void {
  if (cursor.at('ON', '(')) throw cursor.unsupported(cursor.token, 'DISTINCT ON', 'Use LIMIT 1 BY a, b.');
}
