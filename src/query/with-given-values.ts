import { AppError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest-name.ts';
import type { GivenValue, GivenValues } from '../schema/given-values.ts';
import type { AstNode, Expr, Placeholder, SelectStatement } from './language/ast.ts';
import { constant } from './language/build.ts';
import { mapTree } from './language/visit.ts';

/**
 * The statement with each `{name}` replaced by the constant that `values` of the query has for that name. A value is
 * never text of the query, so no value can become a name.
 * @throws missing_variable for a name without a value
 */
export function withGivenValues(ast: SelectStatement, values: GivenValues | undefined): SelectStatement {
  if (values === undefined) return ast;
  return mapTree(ast, (node) => {
    const name = plainName(node);
    if (name === undefined) return node;
    const { span } = node;
    if (Object.hasOwn(values, name)) return { ...asConstant(values[name] ?? null), ...(span && { span }) };
    const names = Object.keys(values);
    throw new AppError(
      'missing_variable',
      `There is no value for {${name}}.${didYouMean(name, names)} Values are given for ${names.join(', ') || 'nothing'}.`,
      { attr: 'query.values' },
    );
  });
}

/** The name in `{name}`; `{filters}` and `{variables.name}` mean something else. */
function plainName(node: AstNode): string | undefined {
  if (node.kind !== 'Placeholder') return undefined;
  const { expr }: Placeholder = node;
  if (expr.kind !== 'Field' || expr.chain.length !== 1 || expr.chain[0] === 'filters') return undefined;
  return expr.chain[0];
}

function asConstant(value: GivenValue): Expr {
  if (Array.isArray(value)) return { kind: 'Array', exprs: value.map(asConstant) };
  if (typeof value === 'number') return constant(Number.isSafeInteger(value) ? BigInt(value) : value);
  return constant(value as string | boolean | null);
}
