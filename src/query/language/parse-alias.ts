import { FORBIDDEN_ALIASES, NO_BARE_ALIAS } from './keywords.ts';
import { parseError } from './syntax-error.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Reads the name behind AS: a word, a quoted name, or a text in single quotes. @throws invalid_alias */
export function parseAliasName(cursor: TokenCursor): string {
  const { kind } = cursor.token;
  if (kind === 'string' || kind === 'word') return allowedAlias(cursor, cursor.take());
  return allowedAlias(cursor, cursor.name('a name after AS'));
}

/** Reads an alias written without AS, when the next token can be one. @throws invalid_alias */
export function acceptBareAlias(cursor: TokenCursor): string | undefined {
  const { kind, key } = cursor.token;
  if (kind !== 'name' && (kind !== 'word' || (NO_BARE_ALIAS.has(key) && !FORBIDDEN_ALIASES.has(key))))
    return undefined;
  return allowedAlias(cursor, cursor.take());
}

/** Returns the alias of `token`. @throws invalid_alias for a constant word */
export function allowedAlias(cursor: TokenCursor, token: Token): string {
  if (!FORBIDDEN_ALIASES.has(token.text.toUpperCase())) return token.text;
  throw parseError(
    'invalid_alias',
    cursor.text,
    token,
    `\`${token.text}\` cannot be an alias. Choose another name.`,
  );
}
