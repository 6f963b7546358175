import { idOfText } from '../base/id-of-text.ts';
import { isObject } from '../base/is-object.ts';
import { COHORT_FILTER_TYPES } from '../schema/property-filter.ts';
import { memberExpressions } from './filters/member-expressions.ts';
import { givenText } from './given-text.ts';
import type { AstNode, ConstantValue } from './language/ast.ts';
import { parseExpression, parseSelect } from './language/parse.ts';
import { childrenOf } from './language/visit.ts';

/** A cohort as a query names it. */
export interface NamedCohort {
  /** The id, or the name where SQL names it so. */
  readonly cohort: number | string;
  /** Path of the member that names it. */
  readonly attr: string;
}

/**
 * The cohorts that a query, a list of filters, an action or a cohort names: in filters and breakdowns at any depth, and
 * in `IN COHORT` of every SQL text. Reads the form only, so that it has an answer for everything that is stored, also
 * for what no longer compiles.
 * @param attr path of `value`
 */
export function namedCohorts(value: unknown, attr: string): readonly NamedCohort[] {
  const found: NamedCohort[] = [];
  collect(value, attr, found);
  for (const { text, attr: at } of memberExpressions(value, attr))
    found.push(...inText(text, parseExpression).map((cohort) => ({ cohort, attr: at })));
  const text = isObject(value) ? givenText(value) : undefined;
  if (text !== undefined)
    found.push(...inText(text, parseSelect).map((cohort) => ({ cohort, attr: `${attr}.query` })));
  return found;
}

/** True when `named` names the cohort, by its id or its present name. */
export function namesCohort(
  named: readonly NamedCohort[],
  { id, name }: { readonly id: number; readonly name: string },
): boolean {
  return named.some(({ cohort }) => cohort === id || cohort === name);
}

function collect(value: unknown, attr: string, found: NamedCohort[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${attr}.${index}`, found);
    return;
  }
  if (!isObject(value)) return;
  if (COHORT_FILTER_TYPES.some((type) => type === value['type'])) {
    addIds(value['value'], `${attr}.value`, found);
    addIds(value['property'], `${attr}.property`, found);
  }
  if (value['breakdown_type'] === 'cohort') addIds(value['breakdown'], `${attr}.breakdown`, found);
  for (const [name, member] of Object.entries(value)) collect(member, `${attr}.${name}`, found);
}

function addIds(value: unknown, attr: string, found: NamedCohort[]): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    const cohort = idOfText(String(item));
    if (cohort !== undefined) found.push({ cohort, attr });
  }
}

function inText(text: string, parse: (text: string) => AstNode): readonly (number | string)[] {
  if (!/\bcohort\b/i.test(text)) return [];
  const cohorts: (number | string)[] = [];
  // A text that cannot be parsed names nothing.
  const tree = parsed(text, parse);
  if (tree) collectNamed(tree, cohorts);
  return cohorts;
}

function collectNamed(node: AstNode, cohorts: (number | string)[]): void {
  cohorts.push(...namedBy(node));
  for (const child of childrenOf(node)) collectNamed(child, cohorts);
}

function parsed(text: string, parse: (text: string) => AstNode): AstNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function namedBy(node: AstNode): readonly (number | string)[] {
  if (node.kind !== 'CompareOperation' || !node.op.endsWith('cohort')) return [];
  const named: ConstantValue | undefined = node.right.kind === 'Constant' ? node.right.value : undefined;
  if (typeof named === 'string') return [named];
  return typeof named === 'bigint' ? [Number(named)] : [];
}
