import type { VariableType } from '../../../schema/variable-declaration.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { AstNode, Expr, Field, Placeholder } from '../../language/ast.ts';
import { printExpression } from '../../language/print-hogql.ts';
import { findNode, mapTree } from '../../language/visit.ts';
import { inZone, withValue } from '../build-ir.ts';
import { addError, compileError } from '../compile-context.ts';
import type { IrExpr, IrVariable } from '../ir.ts';
import { SLOT_TYPES, type SlotForm } from '../slot-forms.ts';
import { isPropertyText, withNullable } from '../types.ts';
import type { Scope } from './scope.ts';

/**
 * `{variables.name}` as a slot whose engine type is decided by the place. The value is bound at run time, so it can
 * never become a name, a keyword or a type.
 */
export function resolvePlaceholder(node: Placeholder, scope: Scope, expected: DataType | undefined): IrExpr {
  const name = variableName(node, scope);
  const wanted = wantedType(expected);
  const { variables } = scope.context;
  const type = variables.typeOf(name) ?? wanted.type;
  const nullable = expected?.kind !== 'integer' || expected.bits !== undefined || expected.nullable;
  variables.add(name, {
    type: wanted.certain ? wanted.type : type,
    read: type,
    certain: wanted.certain,
    ...(node.span && { span: node.span }),
  });
  if (!nullable) variables.requireValue(name);
  const form = slotForm(type, expected);
  const slot: IrVariable = {
    kind: 'variable',
    variable: name,
    form,
    nullable,
    type: withNullable(SLOT_TYPES[form], nullable),
  };
  return inZone(slot, scope.context.project.timezone);
}

/**
 * The type that a place asks for when the engine reads a whole number there that is not NULL: LIMIT, OFFSET, amounts.
 */
export const WHOLE_NUMBER: DataType = { kind: 'integer', nullable: false };

/** The slot of a place that cannot hold NULL, such as a parameter of an aggregate. */
export function requiredSlot(slot: IrVariable, scope: Scope): IrVariable {
  scope.context.variables.requireValue(slot.variable);
  return withValue(slot);
}

/** The name in `{variables.name}`. @throws unsupported_syntax for every other placeholder */
function variableName(node: Placeholder, scope: Scope): string {
  const { expr } = node;
  if (expr.kind === 'Field' && expr.chain[0] === 'variables' && expr.chain.length === 2) {
    const name = expr.chain[1];
    if (name !== undefined) return name;
  }
  const text = expr.kind === 'Field' ? expr.chain.join('.') : '...';
  const hint = outsideBraces(expr) ?? 'Use {variables.<name>} or {filters}.';
  const detail = `The placeholder {${text}} is not available here. ${hint}`;
  throw compileError(scope.context, 'unsupported_syntax', detail, node);
}

/** Most characters of an expression that an error repeats. */
const LONGEST_REWRITING = 200;

/** How to write an expression that stands inside the braces of a placeholder; undefined when that is no help. */
function outsideBraces(expr: Expr): string | undefined {
  if (expr.kind === 'Field' || findNode(expr, isVariablePath) === undefined) return undefined;
  const text = printExpression(
    mapTree(expr, (inner) => (isVariablePath(inner) ? { kind: 'Placeholder', expr: inner } : inner)),
  );
  if (text.length > LONGEST_REWRITING) return 'Put the braces around {variables.<name>} alone.';
  return `Put the braces around the variables alone: ${text}`;
}

function isVariablePath(node: AstNode): node is Field {
  return node.kind === 'Field' && node.chain[0] === 'variables' && node.chain.length === 2;
}

function wantedType(expected: DataType | undefined): {
  readonly type: VariableType;
  readonly certain: boolean;
} {
  switch (expected?.kind) {
    case 'integer':
    case 'float':
    case 'decimal':
      return { type: 'Number', certain: true };
    case 'date':
    case 'datetime':
      return { type: 'Date', certain: true };
    case 'bool':
      return { type: 'Boolean', certain: true };
    case 'array':
      return { type: 'List', certain: true };
    case 'string':
      return { type: 'String', certain: !isPropertyText(expected) };
    case 'uuid':
      return { type: 'String', certain: true };
    default:
      return { type: 'String', certain: false };
  }
}

function slotForm(type: VariableType, expected: DataType | undefined): SlotForm {
  switch (type) {
    case 'String':
      return expected?.kind === 'uuid' ? 'uuid' : 'string';
    case 'Number':
      return expected?.kind === 'integer' && !expected.nullable && expected.bits === undefined
        ? 'integer'
        : 'number';
    case 'Boolean':
      return 'bool';
    case 'Date':
      return expected?.kind === 'date' ? 'date' : 'instant';
    case 'List':
      return listForm(expected?.kind === 'array' ? expected.element : undefined);
  }
}

function listForm(element: DataType | undefined): SlotForm {
  switch (element?.kind) {
    case 'integer':
    case 'float':
    case 'decimal':
      return 'numbers';
    case 'date':
      return 'dates';
    case 'datetime':
      return 'instants';
    case 'uuid':
      return 'uuids';
    default:
      return 'strings';
  }
}

/** @throws type_mismatch when two places of one variable ask for different types */
export function checkVariableTypes(scope: Scope): void {
  const { context } = scope;
  for (const name of context.variables.names()) {
    const type = context.variables.typeOf(name);
    const other = context.variables.uses(name).find((use) => use.certain && use.type !== type);
    if (!other || type === undefined || context.variables.isDeclared(name)) continue;
    addError(
      context,
      compileError(
        context,
        'type_mismatch',
        `The variable "${name}" is used as ${type} and as ${other.type}. Declare its type and convert it in one place.`,
        other,
      ),
    );
  }
}
