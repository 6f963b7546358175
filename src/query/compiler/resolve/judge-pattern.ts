import type { FunctionRow } from '../../catalog/function-row.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import { patternAt } from '../../catalog/functions/pattern-at.ts';
import { regexProblem, shownPattern } from '../../filters/regex-problem.ts';
import type { Expr } from '../../language/ast.ts';
import { isComputed } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrCall, IrExpr } from '../ir.ts';
import type { Scope } from './scope.ts';

/** The arguments of a call with its patterns judged. */
export function judgePatternArgument(
  row: FunctionRow,
  args: readonly IrExpr[],
  nodeAt: (place: number) => Expr,
  scope: Scope,
): readonly IrExpr[] {
  const { regex: place } = row;
  const pattern = place === undefined ? undefined : args[place];
  if (place === undefined || !pattern) return args;
  const mayVary = patternAt(row, place, args.length) === 'string';
  if (!mayVary && isComputed(pattern) && !isListCall(pattern)) return args;
  return args.with(place, judgePattern(pattern, nodeAt(place), scope));
}

function isListCall(expr: IrExpr): expr is IrCall {
  return expr.kind === 'call' && expr.isList === true;
}

/**
 * Judges a pattern. A pattern in the user's text is refused when the engine would refuse it, a pattern from a variable
 * is judged when the variable is bound, and a computed pattern is limited in length. Patterns that the program made are
 * not judged.
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
      if (!isListCall(pattern)) return heldShort(pattern, node);
      return { ...pattern, args: pattern.args.map((item) => judgePattern(item, node, scope)) };
    case 'literal':
      if (node.span) judgeTexts(Array.isArray(pattern.value) ? pattern.value : [pattern.value], node, scope);
      return pattern;
    default:
      return heldShort(pattern, node);
  }
}

/**
 * Limits the length of a pattern: the engine's work for it in each row grows with the length, and meanwhile no time
 * limit is checked.
 */
function heldShort(pattern: IrExpr, node: Expr): IrExpr {
  if (!node.span || !isTextOf(pattern)) return pattern;
  return expandTemplate(FORMS.shortPattern, { args: [pattern], type: pattern.type });
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
