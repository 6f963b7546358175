import { didYouMean } from '../../../base/nearest-name.ts';
import { STRING } from '../../catalog/build-type.ts';
import type { PropertyScope } from '../../catalog/table.ts';
import type { Expr, Field } from '../../language/ast.ts';
import { printText } from '../../language/print-name.ts';
import { integerLiteral, inZone, isConstant, jsonPath, textLiteral } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrProperty } from '../ir.ts';
import { describeType, isPropertyText } from '../types.ts';
import { callFunction } from './call-function.ts';
import type { FieldHit, FieldProvider } from './fields.ts';
import { readProperty } from './read-property.ts';
import { lambdaAliasExpr, resolveAlias } from './resolve-alias.ts';
import { requiredSlot } from './resolve-variable.ts';
import type { Scope } from './scope.ts';
import { type Access, holdsTuple, type Step, tupleStep } from './tuple-step.ts';
import { VIRTUAL_PREFIX, VIRTUAL_PROPERTIES } from './virtual-properties.ts';

/**
 * Resolves a name and everything that hangs on it: `timestamp`, `e.event`, `person.properties.email`,
 * `properties['a b'].c`, `items[1]`, `pair.2`.
 */
export function resolveAccess(node: Access, scope: Scope): IrExpr {
  const steps: Step[] = [];
  let base: Expr = node;
  while (base.kind === 'ArrayAccess' || base.kind === 'TupleAccess') {
    steps.unshift(base.kind === 'ArrayAccess' ? keyStep(base.property) : { index: base.index });
    base = base.kind === 'ArrayAccess' ? base.array : base.tuple;
  }
  if (base.kind !== 'Field') return stepInto(scope.resolver.expr(base, scope), steps, node, scope);
  const [name = '', ...rest] = base.chain;
  const path: Step[] = [...rest.map((part) => ({ name: part })), ...steps];
  const local = scope.lambdaArgs.get(name);
  if (local) return stepInto(local, path, node, scope);
  const named = scope.lambdaAliases.get(name);
  if (named && named.state !== 'busy') return stepInto(lambdaAliasExpr(named, scope), path, node, scope);
  const table = path.length > 0 ? scope.tables.find((binding) => binding.name === name) : undefined;
  if (table) return walk({ kind: 'table', fields: table.fields }, path, node, scope);
  const alias = resolveAlias(name, scope);
  if (alias) return stepInto(alias, path, node, scope);
  const item = scope.arrayItems.get(name);
  if (item) return stepInto(item, path, node, scope);
  const hit = findColumn(name, base, scope);
  if (hit) return walk(hit, path, node, scope);
  const constant = resolveColumnCte(name, scope);
  if (constant) return stepInto(constant, path, node, scope);
  throw unknownField(name, base, scope);
}

/** The key as a step: `x.name` behind anything but a plain name is read as `x['name']`. */
function keyStep(key: Expr): Step {
  return key.kind === 'Constant' && typeof key.value === 'string' ? { name: key.value } : { expr: key };
}

function findColumn(name: string, node: Field, scope: Scope): FieldHit | undefined {
  const hits = scope.tables.flatMap((binding) => {
    const hit = (binding.unqualified ?? binding.fields).field(name);
    return hit ? [{ hit, binding }] : [];
  });
  const sure = hits.filter(({ binding }) => !binding.fields.hasAll);
  if (sure.length < hits.length) return (sure[0] ?? hits[0])?.hit;
  if (hits.length > 1) {
    const places = hits.map(({ binding }) => binding.name ?? 'a sub-query without alias').join(', ');
    throw compileError(
      scope.context,
      'unknown_field',
      `The name "${name}" is ambiguous: ${places} have it. Write <table>.${name}.`,
      node,
    );
  }
  return hits[0]?.hit;
}

/** Follows a chain of names through tables to a value. */
function walk(start: FieldHit, path: readonly Step[], node: Access, scope: Scope): IrExpr {
  let hit = start;
  for (let at = 0; ; at += 1) {
    const rest = path.slice(at);
    if (hit.kind === 'json') return readJson(hit, rest, node, scope);
    if (hit.kind === 'value') return stepInto(inProjectZone(hit.read(), scope), rest, node, scope);
    const step = rest[0];
    if (!step || !('name' in step)) {
      throw compileError(
        scope.context,
        'unknown_field',
        'This names a table. Name a field of it, such as `person.properties.email`.',
        node,
      );
    }
    const next = hit.fields.field(step.name);
    if (!next) throw unknownFieldOf(step.name, hit.fields, node, scope);
    hit = next;
  }
}

function readJson(
  hit: FieldHit & { kind: 'json' },
  steps: readonly Step[],
  node: Access,
  scope: Scope,
): IrExpr {
  if (steps.length === 0) return hit.read();
  const path = steps.map((step) => propertyKey(step, node, scope));
  noteVariableName(path, scope);
  const name = virtualName(path);
  if (name !== undefined) return readVirtual(name, hit, path.length, node, scope);
  return typedProperty(hit.property(path), path, hit.scope, scope);
}

/** The first key of a path, when it is the name of a virtual property. */
function virtualName([key]: readonly IrExpr[]): string | undefined {
  if (key?.kind !== 'literal' || typeof key.value !== 'string') return undefined;
  return key.value.startsWith(VIRTUAL_PREFIX) ? key.value : undefined;
}

function noteVariableName([key]: readonly IrExpr[], scope: Scope): void {
  if (key?.kind === 'variable') scope.context.variables.readProperty(key.variable);
}

function readVirtual(
  name: string,
  hit: FieldHit & { kind: 'json' },
  depth: number,
  node: Access,
  scope: Scope,
): IrProperty {
  const known = hit.scope === undefined ? {} : VIRTUAL_PROPERTIES[hit.scope];
  const virtual = Object.hasOwn(known, name) && depth === 1 ? known[name] : undefined;
  if (virtual === undefined) throw unknownVirtual(name, node, scope);
  const text = virtual.text((key) => hit.property([textLiteral(key)]));
  return readProperty(text, virtual.definition, scope.context.project.timezone);
}

function unknownVirtual(name: string, node: Access, scope: Scope) {
  const places = Object.entries(VIRTUAL_PROPERTIES).flatMap(([owner, known]) =>
    Object.keys(known).map((key) => `${key} of ${owner}s`),
  );
  return compileError(
    scope.context,
    'unknown_field',
    `There is no virtual property "${name}" here. Computed are ${places.join(', ')}, read from properties of the table itself.`,
    node,
  );
}

/** A key of a property path. It must be a constant, because the engine reads it once per query. */
function propertyKey(step: Step, node: Access, scope: Scope): IrExpr {
  if ('name' in step) return textLiteral(step.name);
  const key =
    'index' in step ? integerLiteral(BigInt(step.index)) : scope.resolver.expr(step.expr, scope, STRING);
  refuseZero(key, node, scope);
  if (key.kind === 'variable') return requiredSlot(key, scope);
  if (key.kind === 'literal' && (typeof key.value === 'string' || typeof key.value === 'bigint')) return key;
  throw compileError(
    scope.context,
    'type_mismatch',
    'The key of a property is a text, a whole number or a variable.',
    node,
  );
}

/** Gives a property the type that the project defines for its key; deeper paths stay text. */
function typedProperty(
  text: IrExpr,
  path: readonly IrExpr[],
  propertyScope: PropertyScope | undefined,
  scope: Scope,
): IrProperty {
  const key = path.length === 1 && path[0]?.kind === 'literal' ? path[0].value : undefined;
  const definitions = propertyScope && scope.context.project.propertyTypes[propertyScope];
  const definition = typeof key === 'string' ? definitions?.get(key) : undefined;
  return readProperty(text, definition, scope.context.project.timezone);
}

function inProjectZone(expr: IrExpr, scope: Scope): IrExpr {
  return inZone(expr, scope.context.project.timezone);
}

/** Applies the steps behind a value: elements of arrays, tuples and maps, and keys of JSON text. */
function stepInto(start: IrExpr, steps: readonly Step[], node: Access, scope: Scope): IrExpr {
  let value = start;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    if (!step) break;
    if (value.type.kind === 'json' || isPropertyText(value.type) || value.kind === 'property') {
      const path = steps.slice(at).map((rest) => propertyKey(rest, node, scope));
      const isProperties = value.type.kind === 'json';
      if (isProperties) noteVariableName(path, scope);
      const name = isProperties ? virtualName(path) : undefined;
      if (name !== undefined) throw unknownVirtual(name, node, scope);
      return jsonText(value, path, scope);
    }
    value = stepOnce(value, step, node, scope);
  }
  return value;
}

function jsonText(json: IrExpr, path: readonly IrExpr[], scope: Scope): IrProperty {
  const source = json.kind === 'property' ? json.text : json;
  return readProperty(jsonPath(source, path), undefined, scope.context.project.timezone);
}

function stepOnce(value: IrExpr, step: Step, node: Access, scope: Scope): IrExpr {
  const { type } = value;
  if (holdsTuple(type, step)) return tupleStep(value, step, node, scope);
  if ('name' in step) {
    if (type.kind === 'map' || type.kind === 'unknown')
      return callFunction('arrayElement', [value, textLiteral(step.name)], node, scope);
    throw compileError(
      scope.context,
      'unknown_field',
      `"${step.name}" is not a field here: the value before it is ${describeType(type)}.`,
      node,
    );
  }
  const key = 'index' in step ? integerLiteral(BigInt(step.index)) : scope.resolver.expr(step.expr, scope);
  if (type.kind === 'array') refuseZero(key, node, scope);
  return callFunction('arrayElement', [value, key], node, scope);
}

/** Refuses 0 as an index. The engine counts elements of arrays, also in JSON, from 1 and finds nothing at 0. */
function refuseZero(key: IrExpr, node: Access, scope: Scope): void {
  if (key.kind !== 'literal' || key.value !== 0n) return;
  throw compileError(
    scope.context,
    'type_mismatch',
    'Lists count from 1: there is no element 0. The last one is [-1].',
    node,
  );
}

/** The expression of a CTE such as `WITH 5 AS z`, resolved at the place that uses it. */
function resolveColumnCte(name: string, scope: Scope): IrExpr | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const binding = at.ctes.get(name);
    if (!binding) continue;
    if (binding.cte.cte_type !== 'column') return undefined;
    const { expr } = binding.cte;
    if (expr.kind === 'SelectQuery' || expr.kind === 'SelectSetQuery') {
      return scope.resolver.expr(expr, binding.scope);
    }
    if (binding.busy) {
      throw compileError(scope.context, 'invalid_alias', `"${name}" is defined by itself.`, binding.cte);
    }
    binding.busy = true;
    try {
      const used = scope.resolver.expr(expr, scope);
      return isConstant(used) ? scope.resolver.expr(expr, binding.scope) : used;
    } finally {
      binding.busy = false;
    }
  }
  return undefined;
}

function unknownField(name: string, node: Field, scope: Scope) {
  for (let outer = scope.parent; outer; outer = outer.parent) {
    const known = outer.tables.some((table) => table.name === name || table.fields.field(name));
    if (known) {
      return compileError(
        scope.context,
        'unsupported_syntax',
        `"${node.chain.join('.')}" belongs to an outer query; correlated sub-queries are not offered. Use a JOIN or IN.`,
        node,
      );
    }
  }
  if (name === 'team_id' || name === 'project_id') {
    return compileError(
      scope.context,
      'unknown_field',
      `There is no field "${name}": a query sees its own project only.`,
      node,
    );
  }
  const names = [
    ...scope.tables.flatMap((table) => [
      ...table.fields.fieldNames,
      ...(table.name === undefined ? [] : [table.name]),
    ]),
    ...scope.aliases.keys(),
    ...scope.arrayItems.keys(),
    ...scope.lambdaArgs.keys(),
  ];
  return compileError(
    scope.context,
    'unknown_field',
    `There is no field "${name}".${propertyHint(name, scope) || didYouMean(name, names)}${quotesHint(name, node, scope)}`,
    node,
  );
}

/** A hint for a name in double quotes, which people who come from other databases take for a text. */
function quotesHint(name: string, { chain, span }: Field, { context }: Scope): string {
  const text = span?.member?.text ?? context.text;
  if (span === undefined || chain.length > 1 || text?.[span.start] !== '"') return '';
  return ` Texts stand in single quotes: ${printText(name)}`;
}

/** A hint for a name that is the key of a known property: people forget `properties.` before the key. */
function propertyHint(name: string, scope: Scope): string {
  for (const { fields } of scope.tables) {
    if (isKnownProperty(name, fields, scope)) return ` Did you mean "properties.${name}"?`;
    const person = fields.field('person');
    if (person?.kind === 'table' && isKnownProperty(name, person.fields, scope))
      return ` Did you mean "person.properties.${name}"?`;
  }
  return '';
}

function isKnownProperty(name: string, fields: FieldProvider, { context }: Scope): boolean {
  const properties = fields.field('properties');
  if (properties?.kind !== 'json' || properties.scope === undefined) return false;
  return context.project.propertyTypes[properties.scope].has(name);
}

function unknownFieldOf(name: string, fields: FieldProvider, node: Access, scope: Scope) {
  return compileError(
    scope.context,
    'unknown_field',
    `There is no field "${name}" in this table.${didYouMean(name, fields.fieldNames)}`,
    node,
  );
}
