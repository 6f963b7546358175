import { AppError } from '../base/errors.ts';
import { checkShape } from '../schema/check-shape.ts';
import { keyedVariablesSchema } from '../schema/sql-query.ts';
import type { VariableDeclaration, VariableDeclarations } from '../schema/variable-declaration.ts';
import type { StoredQuery } from './stored-query.ts';

/**
 * Splits `query.variables`, PostHog's form `{id: {variableId, code_name, value?, isNull?}}`, off a query. Each member
 * becomes a declaration whose default is the member's value.
 * @throws AppError invalid_value for two variables of one name
 */
export function splitKeyedVariables(query: StoredQuery): {
  readonly query: StoredQuery;
  readonly declarations: VariableDeclarations;
} {
  const { variables, ...rest } = query;
  if (variables === undefined) return { query, declarations: {} };
  const declarations: Record<string, VariableDeclaration> = {};
  const keyed = checkShape(keyedVariablesSchema, variables, 'query.variables');
  for (const [id, { code_name, value, isNull }] of Object.entries(keyed)) {
    if (Object.hasOwn(declarations, code_name)) {
      throw new AppError('invalid_value', `The variable "${code_name}" is given twice.`, {
        attr: `query.variables.${id}.code_name`,
      });
    }
    declarations[code_name] = isNull ? { default: null } : value === undefined ? {} : { default: value };
  }
  return { query: rest, declarations };
}

/**
 * Refuses a variable that is declared beside the query and in `query.variables`.
 * @param attr the member of the request beside the query
 * @throws AppError combination_not_allowed
 */
export function refuseDoubles(
  keyed: VariableDeclarations,
  declared: VariableDeclarations,
  attr: string,
): void {
  const double = Object.keys(declared).find((name) => Object.hasOwn(keyed, name));
  if (double === undefined) return;
  throw new AppError(
    'combination_not_allowed',
    `The variable "${double}" is declared in "${attr}" and in "query.variables".`,
    { attr: `${attr}.${double}` },
  );
}
