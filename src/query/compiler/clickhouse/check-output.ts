import { InvariantError } from '../../../base/invariant.ts';
import { ALLOWED_ENGINE_FUNCTIONS, PRINTED_TEXTS } from '../../catalog/functions/allowed-engine-functions.ts';
import { parseEngineType } from '../../catalog/parse-engine-type.ts';
import { TABLES } from '../../catalog/tables/tables.ts';
import { JOIN_OPERATORS, NARROWED_LEFT } from '../join-operators.ts';
import type { LookupRows } from '../lookup-source.ts';
import { emittedTokens, kindOfToken } from './emitted-tokens.ts';
import type { Piece } from './printed-text.ts';

/** Words of the grammar that the printer uses. Words such as SETTINGS, FORMAT and INTO are left out on purpose. */
const KEYWORDS = new Set(
  `SELECT DISTINCT FROM AS WHERE GROUP BY HAVING QUALIFY ORDER DESC NULLS FIRST LAST LIMIT OFFSET WITH TIES FILL TO STEP
  INTERPOLATE UNION ALL INTERSECT EXCEPT INNER LEFT RIGHT FULL CROSS ANY SEMI ANTI ASOF JOIN ON ARRAY FINAL ROLLUP CUBE
  GROUPING SETS OVER PARTITION ROWS RANGE BETWEEN AND OR NOT UNBOUNDED PRECEDING FOLLOWING CURRENT ROW IGNORE RESPECT
  EXISTS NULL IN IS INTERVAL true false nan inf number LEADING TRAILING BOTH`.split(/\s+/),
);

/** Keywords that a bracket may follow. */
const BEFORE_BRACKET = new Set(
  `SELECT DISTINCT FROM AS WHERE BY HAVING QUALIFY ALL UNION INTERSECT EXCEPT JOIN ON ROLLUP CUBE SETS OVER AND OR NOT
  EXISTS IN INTERPOLATE LIMIT OFFSET FROM TO STEP INTERVAL`.split(/\s+/),
);

const GENERATED = /^[a-z]\d+[a-z]?$/;

/** True for a generated name. The second character is looked at first, as it rules out most words. */
function isGenerated(word: string): boolean {
  const second = word.charCodeAt(1);
  return second >= 48 && second <= 57 && GENERATED.test(word);
}

/** Conditions on the value of a lookup. */
const FINDING: readonly Pick<LookupRows<unknown>, 'op'>[] = [{ op: 'equals' }, { op: 'in' }];

const ENGINE_TABLES = new Set([
  ...Object.values(TABLES).flatMap((table) => (table.kind === 'stored' ? [table.engineTable] : [])),
  'person_overrides',
  'cohort_members',
  'lookups',
]);

/**
 * Reads printed SQL again with a tokenizer of its own and refuses everything that a defect of the compiler could have
 * let through: a function outside the table, a table without the condition of the project, a word or text of a user, a
 * comment, a second statement, SETTINGS, FORMAT. A token that is not known to be safe is refused.
 * @throws InvariantError, which callers see as `internal_error`
 */
export function checkOutput(pieces: readonly Piece[], zone: string): void {
  checkTokens(emittedTokens(textOf(pieces, (piece) => piece.otherwise)), zone);
  for (const text of alternativeTexts(pieces)) checkTokens(emittedTokens(text), zone);
}

type SwitchPiece = Extract<Piece, { readonly kind: 'switch' }>;

function textOf(pieces: readonly Piece[], choose: (piece: SwitchPiece) => readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.kind === 'numberType' ? 'Int64' : textOf(choose(piece), choose);
    })
    .join('');
}

/**
 * The texts that stand in place of switches for some values of their variables. Each is an expression or a condition,
 * and the tables in it, if any, are guarded like all others.
 */
function alternativeTexts(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string' || piece.kind !== 'switch') return [];
    return [
      textOf(piece.whenSo, (inner) => inner.otherwise),
      ...alternativeTexts(piece.whenSo),
      ...alternativeTexts(piece.otherwise),
    ];
  });
}

function checkTokens(tokens: readonly string[], zone: string): void {
  let depth = 0;
  tokens.forEach((token, at) => {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    const refusal = depth < 0 ? 'an unpaired bracket' : refusalOf(token, at, tokens, zone);
    if (refusal === undefined) return;
    throw new InvariantError(`the printed SQL contains ${refusal}: ${token.slice(0, 40)}`);
  });
  if (depth !== 0) throw new InvariantError('the printed SQL has an open bracket');
}

/** Why a token may not stand there; undefined when it may. */
function refusalOf(token: string, at: number, tokens: readonly string[], zone: string): string | undefined {
  switch (kindOfToken(token)) {
    case 'refused':
      return 'a character that is never printed';
    case 'text':
      return isConstantText(token, zone) ? undefined : 'a text that is no constant of the program';
    case 'word':
      return refusalOfWord(token, at, tokens);
    case 'parameter':
      return isParameter(token, at, tokens) || isOutputName(at, tokens)
        ? undefined
        : 'a parameter that is no value';
    case 'number':
    case 'symbol':
      return undefined;
  }
}

/** `{p0:Type}` with a type of the dialect; no parameter stands for a table. */
function isParameter(text: string, at: number, tokens: readonly string[]): boolean {
  const [, name = '', type = ''] = /^\{(\w+):(.+)\}$/.exec(text) ?? [];
  const before = tokens[at - 1];
  // `WITH FILL FROM {p0:Int64}` is the one FROM behind which a value stands.
  const isTable = before === 'FROM' && tokens[at - 2] !== 'FILL';
  if (isTable || before === 'JOIN' || before === 'AS' || before === '.') return false;
  return PARAMETER_NAME.test(name) && parseEngineType(type) !== undefined;
}

/** `SELECT ... AS {p0:Identifier},` outside of all brackets: the name of a column of the answer, never of a table. */
function isOutputName(at: number, tokens: readonly string[]): boolean {
  const after = tokens[at + 1];
  if (!/^\{p\d+:Identifier\}$/.test(tokens[at] ?? '')) return false;
  if (tokens[at - 1] !== 'AS' || (after !== ',' && after !== 'FROM')) return false;
  const before = tokens.slice(0, at);
  const count = (mark: string): number => before.filter((token) => token === mark).length;
  return count('(') === count(')');
}

const KEPT_PARAMETER = "{kept:DateTime64(6, 'UTC')}";

const PARAMETER_NAME = /^(?:[pv]\d+|team|kept|now|limit|offset|actions|cohorts|endpoints)$/;

function isConstantText(quoted: string, zone: string): boolean {
  if (PRINTED_TEXTS.has(quoted)) return true;
  const inner = quoted.slice(1, -1).replaceAll("\\'", "'").replaceAll('\\\\', '\\');
  return inner === zone || parseEngineType(inner) !== undefined;
}

function refusalOfWord(word: string, at: number, tokens: readonly string[]): string | undefined {
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (before === '.') return isQualified(word, tokens[at - 2]) ? undefined : 'a name behind an unknown table';
  if (word === 'app')
    return isGuardedScan(at, tokens) ? undefined : 'a table without the condition of its project';
  if (before === 'FROM' || before === 'JOIN') {
    return isTarget(word, after) ? undefined : 'a table that is neither CTE nor guard';
  }
  if (isGenerated(word) && after !== '(') return undefined;
  if (KEYWORDS.has(word) && (after !== '(' || BEFORE_BRACKET.has(word))) return undefined;
  if (ALLOWED_ENGINE_FUNCTIONS.has(word) && after === '(') return undefined;
  return 'a word that is neither keyword, generated name nor allowed function';
}

/** True for what may stand behind FROM or JOIN without a bracket: a CTE by its generated name, or `numbers(`. */
function isTarget(word: string, after: string | undefined): boolean {
  return /^q\d+$/.test(word) || (word === 'numbers' && after === '(');
}

/** `t1.c2`, `t1b.person_id`, `app.events`. */
function isQualified(word: string, owner = ''): boolean {
  return owner === 'app' ? ENGINE_TABLES.has(word) : isGenerated(owner);
}

function equality(alias: string, column: string, parameter: string): readonly string[] {
  return ['equals', '(', alias, '.', column, ',', parameter, ')'];
}

/**
 * True at a scan with the project condition, `FROM app.<table> AS g [FINAL] [joins] WHERE equals(g.project_id,
 * {team:UInt64})`, the only form of a scan that may be printed. Behind it, a scan of a lookup has `AND equals(g.lookup,
 * {p0:UInt32}) AND equals(g.value, <constant>)`, or `in` for `equals`, and one of events that are not all kept `AND
 * greaterOrEquals(g.timestamp, {kept:...})`. Other conditions follow in brackets, `AND (...)`, and nothing that could
 * undo those before.
 */
function isGuardedScan(at: number, tokens: readonly string[]): boolean {
  const [table = '', alias = ''] = [tokens[at + 2], tokens[at + 4]];
  const final = tokens[at + 5] === 'FINAL' ? ['FINAL'] : [];
  const guard = ['WHERE', ...equality(alias, 'project_id', '{team:UInt64}')];
  const scan = ['FROM', 'app', '.', table, 'AS', alias, ...final];
  if (!ENGINE_TABLES.has(table) || !stands(scan, at - 1, tokens)) return false;
  const where = endOfJoins(at - 1 + scan.length, tokens);
  if (where === undefined || !stands(guard, where, tokens)) return false;
  const guarded = where + guard.length;
  const end = table === 'lookups' ? endOfFound(guarded, alias, tokens) : guarded;
  if (end === undefined) return false;
  const kept = ['AND', 'greaterOrEquals', '(', alias, '.', 'timestamp', ',', KEPT_PARAMETER, ')'];
  const behind = stands(kept, end, tokens) ? end + kept.length : end;
  const hasOthers = stands(['AND', '('], behind, tokens);
  const last = hasOthers ? endOfBracket(behind + 1, tokens) : behind;
  return last !== undefined && BEHIND_CONDITIONS.has(tokens[last]);
}

/** What may follow the conditions of a scan: the end of its SELECT, or another clause. */
const BEHIND_CONDITIONS: ReadonlySet<string | undefined> = new Set([
  ...['GROUP', 'HAVING', 'QUALIFY', 'ORDER', 'LIMIT', 'OFFSET', ')'],
  undefined,
]);

/** What ends a SELECT. */
const NOT_BEFORE_WHERE = new Set([')', 'SELECT', 'UNION', 'INTERSECT', 'EXCEPT']);

/** Words of which the operators of joins consist. */
const JOIN_WORDS: ReadonlySet<string> = new Set(JOIN_OPERATORS.flatMap((operator) => operator.split(' ')));

/**
 * The place of the WHERE behind the joins of a table; undefined when there is none, or a join with which the rows of
 * the table that fail WHERE can change the answer.
 */
function endOfJoins(at: number, tokens: readonly string[]): number | undefined {
  let operator: string[] = [];
  for (let place: number | undefined = at; place !== undefined; place += 1) {
    const token: string = tokens[place] ?? ')';
    if (token === 'WHERE') return place;
    if (NOT_BEFORE_WHERE.has(token)) return undefined;
    operator = JOIN_WORDS.has(token) ? [...operator, token] : [];
    const isJoin = token === 'JOIN';
    if (isJoin && !NARROWED_LEFT.has(operator.join(' '))) return undefined;
    if (token !== '(') continue;
    const end = endOfBracket(place, tokens);
    if (end === undefined) return undefined;
    place = end - 1;
  }
  return undefined;
}

/** The place behind the bracket that ends the one at `at`. */
function endOfBracket(at: number, tokens: readonly string[]): number | undefined {
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    const token = tokens[place];
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0) return place + 1;
  }
  return undefined;
}

function stands(words: readonly string[], at: number, tokens: readonly string[]): boolean {
  return words.every((word, place) => tokens[at + place] === word);
}

/** The place behind the conditions on the rows of one lookup; undefined when they are not there. */
function endOfFound(at: number, alias: string, tokens: readonly string[]): number | undefined {
  const number = tokens[at + 7] ?? '';
  const finding = tokens[at + 10];
  if (!/^\{p\d+:UInt32\}$/.test(number) || !FINDING.some(({ op }) => op === finding)) return undefined;
  const lookup = ['AND', ...equality(alias, 'lookup', number)];
  const value = ['(', alias, '.', 'value', ','];
  if (!stands(lookup, at, tokens) || !stands(['AND'], at + 9, tokens)) return undefined;
  if (!stands(value, at + 11, tokens)) return undefined;
  const end = endOfBracket(at + 11, tokens);
  const wanted = tokens.slice(at + 16, end);
  return wanted.includes('.') || wanted.includes('SELECT') ? undefined : end;
}
