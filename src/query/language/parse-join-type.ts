import { parseError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

const DIRECTIONS = ['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS'];
const STRICTNESS = ['ANY', 'ALL', 'ASOF', 'SEMI', 'ANTI'];
const JOIN_WORDS: ReadonlySet<string> = new Set([...DIRECTIONS, ...STRICTNESS, 'OUTER', 'JOIN']);

/** Joins by the words before JOIN, direction first, with the one spelling of the tree. */
const JOIN_TYPES: ReadonlyMap<string, string> = new Map([
  ['', 'JOIN'],
  ['INNER', 'INNER JOIN'],
  ['CROSS', 'CROSS JOIN'],
  ...['LEFT', 'RIGHT', 'FULL'].flatMap((side): [string, string][] => [
    [side, `${side} JOIN`],
    [`${side} OUTER`, `${side} OUTER JOIN`],
    [`${side} ANY`, `${side} ANY JOIN`],
    [`${side} ALL`, `${side} ALL JOIN`],
  ]),
  ...['LEFT', 'RIGHT'].flatMap((side) =>
    ['ASOF', 'SEMI', 'ANTI'].map((strict): [string, string] => [
      `${side} ${strict}`,
      `${side} ${strict} JOIN`,
    ]),
  ),
  ...['ANY', 'ALL', 'ASOF'].flatMap((strict): [string, string][] => [
    [strict, `${strict} INNER JOIN`],
    [`INNER ${strict}`, `${strict} INNER JOIN`],
  ]),
  ['SEMI', 'SEMI JOIN'],
  ['ANTI', 'ANTI JOIN'],
]);

/** Takes a comma or the words of a join and returns its type; undefined when no join follows. */
export function acceptJoin(cursor: TokenCursor): string | undefined {
  if (cursor.accept(',')) return 'CROSS JOIN';
  if (!cursor.atAny(JOIN_WORDS) || cursor.peek(1).key === 'ARRAY') return undefined;
  const start = cursor.token;
  const words: string[] = [];
  while (!cursor.at('JOIN')) {
    if (!cursor.atAny(JOIN_WORDS)) throw cursor.unexpected(`\`JOIN\` after ${words.join(' ')}`);
    words.push(cursor.take().key);
  }
  cursor.take();
  const type = JOIN_TYPES.get(directionFirst(words).join(' '));
  if (type !== undefined) return type;
  const known =
    'INNER, CROSS, LEFT, RIGHT and FULL [OUTER], with ANY, ALL, ASOF, SEMI or ANTI in place of OUTER';
  const detail = `\`${words.join(' ')} JOIN\` is not a join. There are ${known}.`;
  throw parseError('syntax_error', cursor.text, cursor.spanFrom(start), detail);
}

/** `ANY LEFT` is `LEFT ANY`. */
function directionFirst(words: readonly string[]): readonly string[] {
  const [first, second] = words;
  const isSwapped =
    words.length === 2 && STRICTNESS.includes(first ?? '') && DIRECTIONS.includes(second ?? '');
  return isSwapped ? words.toReversed() : words;
}

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['GLOBAL', 'Leave the word out: there is one server.'],
  ['LOCAL', 'Leave the word out: there is one server.'],
  ['NATURAL', 'Name the columns with USING (a, b).'],
  ['POSITIONAL', 'Join on a column, such as one made by row_number().'],
  ['PASTE', 'Join on a column, such as one made by row_number().'],
  ['LATERAL', 'Join a sub-query.'],
]);

/** @throws unsupported_syntax for joins that the dialect does not offer, and for PIVOT and UNPIVOT */
export function refuseJoin(cursor: TokenCursor): void {
  const { key } = cursor.token;
  const fix = REFUSED.get(key);
  if (fix !== undefined && (JOIN_WORDS.has(cursor.peek(1).key) || cursor.peek(1).key === 'ARRAY')) {
    throw cursor.unsupported(cursor.token, `${key} JOIN`, fix);
  }
  if (key === 'PIVOT' || key === 'UNPIVOT') {
    throw cursor.unsupported(cursor.token, key, 'Use sumIf and its like for columns, arrayJoin for rows.');
  }
}
