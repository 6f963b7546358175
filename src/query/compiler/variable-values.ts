import { AppError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import type { VariableDeclaration, VariableDeclarations } from '../../schema/variable-declaration.ts';
import type { VariableValues } from './bind.ts';
import { checkDeclaration } from './check-declaration.ts';
import { checkDeclaredRange, coerceVariable, type VariableValue } from './coerce-variable.ts';
import type { CompiledVariable } from './compile.ts';
import { VIRTUAL_PREFIX } from './resolve/virtual-properties.ts';

/**
 * The values of a run: what the caller sent, else the default, else NULL where the declaration allows it.
 * @throws unknown_variable, missing_variable, invalid_variable
 */
export function readVariables(
  given: Readonly<Record<string, unknown>>,
  variables: readonly CompiledVariable[],
  declarations: VariableDeclarations,
): VariableValues {
  refuseUnknown(Object.keys(given), variables, 'variables');
  return new Map(
    variables.map((variable) => {
      const declaration = Object.hasOwn(declarations, variable.name)
        ? declarations[variable.name]
        : undefined;
      const value = Object.hasOwn(given, variable.name) ? given[variable.name] : undefined;
      return [variable.name, variableValue(value, variable, declaration)] as const;
    }),
  );
}

/** @throws unknown_variable naming the first of `names` that the query does not use */
export function refuseUnknown(
  names: readonly string[],
  variables: readonly { readonly name: string }[],
  at: string,
): void {
  const known = variables.map((variable) => variable.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known);
  throw new AppError('unknown_variable', `The query has no variable "${unknown}".${hint}`, {
    attr: `${at}.${unknown}`,
  });
}

function variableValue(
  given: unknown,
  variable: CompiledVariable,
  declaration: VariableDeclaration | undefined,
): VariableValue {
  const value = given === undefined ? declaration?.default : given;
  if (value === undefined && declaration?.required !== false) throw missing(variable);
  if (value === undefined || value === null) return nullValue(variable, declaration);
  const coerced = coerceVariable(value, variable);
  checkDeclaredRange(coerced, declaration, variable);
  refuseVirtualName(coerced, variable);
  return coerced;
}

/** A virtual property is computed from others, which is known when a query is compiled and not when it runs. */
function refuseVirtualName(value: VariableValue, { name, namesProperty }: CompiledVariable): void {
  if (!namesProperty || value.kind !== 'text' || !value.text.startsWith(VIRTUAL_PREFIX)) return;
  throw new AppError(
    'invalid_variable',
    `The variable "${name}" names a property; ${VIRTUAL_PREFIX}… properties are computed and cannot be named by a variable.`,
    { attr: `variables.${name}` },
  );
}

function missing({ name }: CompiledVariable): AppError {
  return new AppError('missing_variable', `The variable "${name}" has no value and no default.`, {
    attr: `variables.${name}`,
  });
}

function nullValue(variable: CompiledVariable, declaration: VariableDeclaration | undefined): VariableValue {
  if (variable.nullable && declaration?.required !== true) return { kind: 'null' };
  const reason = variable.nullable ? 'it is required' : 'its place cannot hold NULL';
  throw new AppError('invalid_variable', `The variable "${variable.name}" cannot be null: ${reason}.`, {
    attr: `variables.${variable.name}`,
  });
}

/** Checks the declarations of a version against the query. @throws unknown_variable, invalid_variable */
export function checkDeclarations(
  variables: readonly CompiledVariable[],
  declarations: VariableDeclarations,
): void {
  refuseUnknown(Object.keys(declarations), variables, 'variables');
  for (const variable of variables) {
    const declaration = Object.hasOwn(declarations, variable.name) ? declarations[variable.name] : undefined;
    if (declaration === undefined) continue;
    checkDeclaration(variable, declaration);
    if (declaration.default === undefined) continue;
    variableValue(undefined, variable, declaration);
  }
}
