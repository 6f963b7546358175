import { syntaxError } from './syntax-error.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * Reads a type behind `::` or in CAST and returns it in one spelling: lower case, one space after a comma, such as
 * `nullable(decimal(10, 2))` or `timestamp with time zone`. Which types exist is decided later.
 */
export function parseTypeName(cursor: TokenCursor): string {
  const word = cursor.name('a type');
  if (!/^\w+$/.test(word.text)) throw syntaxError(cursor.text, word, `\`${word.text}\` is not a type.`);
  const name = word.text.toLowerCase();
  if (name === 'double' && cursor.accept('PRECISION')) return 'double precision';
  const parameters = cursor.at('(') ? parseParameters(cursor) : '';
  const zone = cursor.accept('WITH', 'TIME', 'ZONE') ? ' with time zone' : '';
  return `${name}${parameters}${zone}`;
}

function parseParameters(cursor: TokenCursor): string {
  return cursor.nested(() => {
    const open = cursor.take();
    const parameters = [parseParameter(cursor)];
    while (cursor.accept(',')) parameters.push(parseParameter(cursor));
    cursor.close(open, ')');
    return `(${parameters.join(', ')})`;
  });
}

/** A number, a text, a type, or a named type such as `a Int64` in `Tuple(a Int64)`. */
function parseParameter(cursor: TokenCursor): string {
  const { kind } = cursor.token;
  if (cursor.peek(1).key === '=') {
    throw cursor.unsupported(cursor.peek(1), 'An Enum type', 'Cast to String, or compare with the number.');
  }
  if (kind === 'number') return cursor.take().text;
  if (kind === 'string') return `'${cursor.take().text.replaceAll("'", "''")}'`;
  const type = parseTypeName(cursor);
  const isNamed = cursor.token.kind === 'word' || cursor.token.kind === 'name';
  return isNamed ? `${type} ${parseTypeName(cursor)}` : type;
}
