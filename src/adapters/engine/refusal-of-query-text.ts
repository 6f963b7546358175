import { type EngineToken, readEngineTokens } from './engine-tokens.ts';

/** Engine functions that user queries may call; `all` for tests only. */
export type AllowedFunctions = ReadonlySet<string> | 'all';

/**
 * Checks a text that is about to run as reader, whoever made it. Roles and row policies do not stop everything: a
 * SETTINGS clause anywhere is applied, scalar `file` reads any path, `system` tables show other projects' queries,
 * INTO OUTFILE writes. So the check fails closed: what is not known is refused.
 * @returns the reason for a refusal, or undefined when the text may run
 */
export function refusalOfQueryText(sql: string, allowedFunctions: AllowedFunctions): string | undefined {
  const tokens = readEngineTokens(sql);
  if (tokens === undefined) return 'a character or comment that no query needs';
  if (!isOneOf(tokens[0], STARTS) && !isMark(tokens[0], '(')) return 'not a SELECT';
  for (const [index, token] of tokens.entries()) {
    const refusal = refusalOfToken(tokens, index, token, allowedFunctions);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const STARTS: ReadonlySet<string> = new Set(['SELECT', 'WITH']);

/** Words that change where an answer goes or how a query runs, and statements that can stand in brackets. */
const FORBIDDEN_WORDS: ReadonlySet<string> = new Set(['SETTINGS', 'OUTFILE', 'APPLY', 'EXPLAIN']);

const FORBIDDEN_DATABASES: ReadonlySet<string> = new Set(['system', 'information_schema']);

/**
 * Functions that no text may so much as name: a name without brackets is a function too where the engine takes a
 * lambda, as in `arrayMap(file, ['/etc/passwd'])`. The compiler prints no column with such a name. With brackets the
 * list of allowed functions decides.
 */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(
  `authenticateduser catboostevaluate current_database current_user currentdatabase currentroles currentuser database
  dictget displayname file fqdn getmacro getserversetting getsetting hostname joinget schema sleep sleepeachrow throwif
  user`.split(/\s+/),
);

const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['numbers']);

/** Words after which a table stands. */
const BEFORE_TABLE: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'TABLE']);

/** Words that may stand before an opening bracket without being a function. */
const BEFORE_BRACKET: ReadonlySet<string> = new Set(
  `ALL AND ANY AS ASC BETWEEN BY CASE CUBE DESC DISTINCT ELSE EXCEPT EXISTS FINAL FROM GLOBAL HAVING ILIKE IN INTERPOLATE
  INTERSECT INTERVAL IS JOIN LIKE LIMIT NOT OFFSET ON OR OVER PREWHERE QUALIFY REGEXP ROLLUP SELECT SETS STEP THEN TO
  UNION USING VALUES WHEN WHERE WINDOW WITH`.split(/\s+/),
);

function refusalOfToken(
  tokens: readonly EngineToken[],
  index: number,
  token: EngineToken,
  allowedFunctions: AllowedFunctions,
): string | undefined {
  if (token.kind !== 'word' && token.kind !== 'quoted') return undefined;
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  if (isOneOf(token, FORBIDDEN_WORDS)) return `the word ${token.text}`;
  if (isOneOf(token, FORMAT_WORD) && !isMark(next, '(')) return 'the word FORMAT';
  if (!isMark(next, '(') && FORBIDDEN_NAMES.has(token.text.toLowerCase())) return `the name ${token.text}`;
  if (isMark(next, '.') && !isMark(before, '.') && FORBIDDEN_DATABASES.has(token.text.toLowerCase()))
    return `the database ${token.text}`;
  if (!isMark(next, '(')) return undefined;
  if (isOneOf(before, BEFORE_TABLE))
    return TABLE_FUNCTIONS.has(token.text) ? undefined : `the table function ${token.text}`;
  if (isOneOf(token, BEFORE_BRACKET) || allowedFunctions === 'all' || allowedFunctions.has(token.text))
    return undefined;
  return `the function ${token.text}`;
}

const FORMAT_WORD: ReadonlySet<string> = new Set(['FORMAT']);

/** True for a bare word (keywords in quotes are names). */
function isOneOf(token: EngineToken | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === 'word' && words.has(token.text.toUpperCase());
}

function isMark(token: EngineToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.text === mark;
}
