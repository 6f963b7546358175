import { isObject } from '../../base/is-object.ts';

/** An expression of the SQL dialect that stands in a member of a query or of a call. */
export interface MemberExpression {
  /** Path of the text. */
  readonly attr: string;
  readonly text: string;
  /** What the expression is for: the name of its member, or the kind of thing that it is a part of. */
  readonly role: TextMember | 'filter' | 'breakdown';
}

/** Members that always hold an expression, whatever other members are given. */
const TEXT_MEMBERS = ['math_hogql', 'pathsHogQLExpression', 'funnelAggregateByHogQL'] as const;
type TextMember = (typeof TEXT_MEMBERS)[number];

/**
 * Every expression in `value`, at any depth: the members of TEXT_MEMBERS, hogql filters and hogql breakdowns. Only the
 * form is read, so expressions are found in every kind of insight, in nested nodes and groups, and in lists of filters.
 * `expression-spots.test.ts` compares the result with the schemas.
 * @param attr path of `value`
 */
export function memberExpressions(value: unknown, attr: string): readonly MemberExpression[] {
  const found: MemberExpression[] = [];
  collect(value, attr, found);
  return found;
}

function collect(value: unknown, attr: string, found: MemberExpression[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) if (isObject(item)) collect(item, `${attr}.${index}`, found);
  } else if (isObject(value)) {
    found.push(...ownExpressions(value, attr));
    for (const [name, member] of Object.entries(value))
      if (isObject(member)) collect(member, `${attr}.${name}`, found);
  }
}

function ownExpressions(node: Readonly<Record<string, unknown>>, attr: string): readonly MemberExpression[] {
  const isHogql = node['type'] === 'hogql';
  return [
    ...TEXT_MEMBERS.flatMap((role) => textsIn(node[role], `${attr}.${role}`, role)),
    ...(isHogql ? textsIn(node['key'], `${attr}.key`, 'filter') : []),
    ...(isHogql ? textsIn(node['property'], `${attr}.property`, 'breakdown') : []),
    ...(node['breakdown_type'] === 'hogql'
      ? textsIn(node['breakdown'], `${attr}.breakdown`, 'breakdown')
      : []),
  ];
}

function textsIn(value: unknown, attr: string, role: MemberExpression['role']): readonly MemberExpression[] {
  if (typeof value === 'string') return [{ attr, text: value, role }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => textsIn(item, `${attr}.${index}`, role));
}
