import { subjectName } from '../../../schema/lookup.ts';
import type { IrCall, IrExpr, IrFrom, IrJoin, IrLookup, IrSelect, IrSource, IrStoredBase } from '../ir.ts';
import { type JoinOperator, NARROWED_LEFT } from '../join-operators.ts';
import { type FoundBy, foundBy } from './found-by.ts';
import type { PassContext, WalkingPass } from './pass.ts';

/**
 * Reads events from a lookup where a condition that all rows of a scan must meet names a value of one. All conditions
 * stay, so a lookup may hold too much and never too little. Looked at are the conditions of WHERE and those that are
 * put on the scan itself (`filters_override`); what stands under OR or NOT, in ON, in HAVING, in an aggregate or around
 * a sub-query narrows nothing here.
 */
export const useLookups: WalkingPass = {
  name: 'use-lookups',
  rewrite: (context) => ({ select: (select) => narrowed(select, context) }),
};

/** Of the joins that narrow their left side, those that narrow the right side too. */
const NARROWED_RIGHT: ReadonlySet<JoinOperator> = new Set(['INNER JOIN', 'CROSS JOIN']);

function narrowed(select: IrSelect, context: PassContext): IrSelect {
  const { from } = select;
  if (from === undefined) return select;
  const isNarrowed = from.joins.every(({ operator }) => NARROWED_LEFT.has(operator));
  const met = isNarrowed ? conjuncts(select.where) : [];
  const read = (source: IrSource, conditions: readonly IrExpr[]): IrSource =>
    withLookup(source, conditions, select, context);
  const readJoin = (join: IrJoin): IrJoin => {
    const conditions = NARROWED_RIGHT.has(join.operator) ? met : [];
    return { ...join, source: read(join.source, conditions) };
  };
  const found: IrFrom = { source: read(from.source, met), joins: from.joins.map(readJoin) };
  return { ...select, from: found };
}

function conjuncts(condition: IrExpr | undefined): readonly IrExpr[] {
  if (condition === undefined) return [];
  const isAnd = condition.kind === 'call' && isConjunction(condition);
  return isAnd ? condition.args.flatMap(conjuncts) : [condition];
}

function isConjunction({ connective }: IrCall): boolean {
  switch (connective) {
    case 'and':
      return true;
    default:
      return false;
  }
}

function withLookup(
  source: IrSource,
  conditions: readonly IrExpr[],
  { outputs }: IrSelect,
  context: PassContext,
): IrSource {
  if (source.kind !== 'table' || source.table.base.kind !== 'stored') return source;
  const { table } = source;
  if (source.table.base.table.name !== 'events') return source;
  const found = [...conjuncts(table.filter), ...conditions].flatMap(
    (condition) => foundBy(condition, { table, aliases: outputs }) ?? [],
  );
  for (const { subject } of found) context.lookupSubjects.set(subjectName(subject), subject);
  const lookup = best(found.flatMap((each) => readyLookup(each, context)));
  if (lookup === undefined) return source;
  const base: IrStoredBase = { ...source.table.base, lookup };
  return { ...source, table: { ...table, base } };
}

function readyLookup(found: FoundBy, { project }: PassContext): readonly IrLookup[] {
  const number = project.lookups?.ready.get(subjectName(found.subject));
  return number === undefined ? [] : [{ ...found, number }];
}

/** How few events one value has, most likely: a person has few, a group is many persons. */
const KINDS = ['distinct_id', 'property', 'number', 'group'] as const;

/** The lookup that most likely gives the fewest rows, since nobody counts them: one value first, then by kind. */
function best(lookups: readonly IrLookup[]): IrLookup | undefined {
  const rank = ({ op, subject }: IrLookup): number =>
    KINDS.indexOf(subject.kind) + (op === 'equals' ? 0 : KINDS.length);
  return lookups.toSorted((a, b) => rank(a) - rank(b))[0];
}
