import type { TokenCursor } from './token-cursor.ts';

const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  'FROM PREWHERE WHERE HAVING QUALIFY LIMIT UNION INTERSECT EXCEPT'.split(' '),
);

/** True where a list of expressions has ended: at the next clause, a closing bracket, or the end of the text. */
export function atClause(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.token;
  if (kind === 'end' || key === ')' || key === ';') return true;
  return CLAUSE_WORDS.has(key) || cursor.at('GROUP', 'BY') || cursor.at('ORDER', 'BY');
}
