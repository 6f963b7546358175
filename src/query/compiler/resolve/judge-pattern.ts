import { regexProblem, shownPattern } from '../../filters/regex-problem.ts';
import type { Expr } from '../../language/ast.ts';
import { template } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import type { Scope } from './scope.ts';

/** Bytes of a pattern out of a column. */
const LONGEST_PATTERN = 1_000;

/** The argument of a function, counted from 0, that is a regular expression or an array of them. */
const PATTERN_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['match', 1],
  ['extract', 1],
  ['extractAll', 1],
  ['extractAllGroups', 1],
  ['extractAllGroupsHorizontal', 1],
  ['extractAllGroupsVertical', 1],
  ['countMatches', 1],
  ['regexpExtract', 1],
  ['replaceRegexpAll', 1],
  ['replaceRegexpOne', 1],
  ['splitByRegexp', 0],
  ['multiMatchAny', 1],
  ['multiMatchAnyIndex', 1],
  ['multiMatchAllIndices', 1],
  ['multiFuzzyMatchAny', 2],
  ['multiFuzzyMatchAnyIndex', 2],
  ['multiFuzzyMatchAllIndices', 2],
]);

/** Functions whose pattern may differ from row to row. */
const VARYING: ReadonlySet<string> = new Set(['match', 'replaceRegexpAll', 'replaceRegexpOne']);

/** The arguments of a call with its patterns judged. @param name as the function table spells it */
export function judgePatternArgument(
  name: string,
  args: readonly IrExpr[],
  nodeAt: (place: number) => Expr,
  scope: Scope,
): readonly IrExpr[] {
  const place = PATTERN_ARGUMENTS.get(name);
  const pattern = place === undefined ? undefined : args[place];
  if (place === undefined || !pattern) return args;
  if (!VARYING.has(name) && isComputed(pattern)) return args;
  return args.with(place, judgePattern(pattern, nodeAt(place), scope));
}

/**
 * Refuses a pattern of the user's text that the engine would refuse, and has one that a variable brings judged when it is
 * bound; one that is computed is held to LONGEST_PATTERN. Patterns that the program made have no place in a text and are
 * its own matter.
 * @throws invalid_value
 */
export function judgePattern(pattern: IrExpr, node: Expr, scope: Scope): IrExpr {
  switch (pattern.kind) {
    case 'variable': {
      const form = { string: 'pattern', strings: 'patterns' } as const;
      const { form: found } = pattern;
      return found === 'string' || found === 'strings' ? { ...pattern, form: form[found] } : pattern;
    }
    case 'nullSwitch':
      return { ...pattern, otherwise: judgePattern(pattern.otherwise, node, scope) };
    case 'call':
      if (pattern.engine !== 'array') return heldShort(pattern, node);
      return { ...pattern, args: pattern.args.map((item) => judgePattern(item, node, scope)) };
    case 'literal':
      if (node.span) judgeTexts(Array.isArray(pattern.value) ? pattern.value : [pattern.value], node, scope);
      return pattern;
    default:
      return heldShort(pattern, node);
  }
}

/** Not of the text itself: functions that take constants only would not take it when it is guarded. */
function isComputed(pattern: IrExpr): boolean {
  return pattern.kind === 'template' || (pattern.kind === 'call' && pattern.engine !== 'array');
}

/** What the engine makes of a pattern in each row grows with its length, and it looks at no clock meanwhile. */
function heldShort(pattern: IrExpr, node: Expr): IrExpr {
  if (!node.span || !isTextOf(pattern)) return pattern;
  const guarded = ['substring(', pattern, ', 1 + throwIf(length(', pattern, `) > ${LONGEST_PATTERN}))`];
  return template(guarded, pattern.type);
}

function isTextOf({ type }: IrExpr): boolean {
  return type.kind === 'string' || type.kind === 'json';
}

function judgeTexts(texts: readonly unknown[], node: Expr, scope: Scope): void {
  for (const text of texts) {
    const problem = typeof text === 'string' ? regexProblem(text) : undefined;
    if (typeof text !== 'string' || problem === undefined) continue;
    const detail = `Invalid regular expression ${shownPattern(text)}: ${problem}.`;
    throw compileError(scope.context, 'invalid_value', detail, node);
  }
}
