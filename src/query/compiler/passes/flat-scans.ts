import { and } from '../build-ir.ts';
import type { GuardedScan } from '../guarded-scan.ts';
import type { IrExpr, IrJoin, IrSelect, IrSource } from '../ir.ts';
import { mapClauses, mapExpr } from '../ir-map.ts';
import { exprChildren, someExpr, visitClauses } from '../ir-visit.ts';
import { NARROWED_LEFT } from '../join-operators.ts';
import type { WalkingPass } from './pass.ts';

/**
 * Reads the table itself where the first source of a SELECT is a scan, also below the lazy joins and the filter of its
 * table. What the columns of the scan are stands in place of their names, and the condition of the project stands
 * before the WHERE of the SELECT. So a shard aggregates its rows where it would hand out each of them through a
 * sub-query (decision 0061). Scans that follow a variable, and those on the right side of a join, stay sub-queries.
 */
export const flatScans: WalkingPass = {
  name: 'flat-scans',
  rewrite: () => ({ select: flattened }),
};

/** Most nodes that a SELECT may grow by; one that reads long expressions often keeps their names. */
const MAX_ADDED_NODES = 2_000;

function flattened(select: IrSelect): IrSelect {
  const { from, where } = select;
  const source = from && isPlain(select) ? unfolded(from.source) : undefined;
  if (from === undefined || source === undefined) return select;
  const columns = new Substitution(source.levels);
  const put = (expr: IrExpr): IrExpr => columns.put(expr);
  const joins = [...source.joins, ...from.joins].map(
    (join): IrJoin => ({ ...join, ...(join.on && { on: put(join.on) }) }),
  );
  const conditions = where ? [...source.conditions, where] : source.conditions;
  if (conditions.some(isFraction)) return select;
  const [only] = conditions;
  const flat: IrSelect = {
    ...select,
    from: { source: { kind: 'flat', scan: source.scan }, joins },
    ...(only && { where: conditions.length === 1 ? only : and(conditions) }),
  };
  const substituted = mapClauses(flat, put);
  return columns.addedNodes > MAX_ADDED_NODES ? select : substituted;
}

/**
 * True where the condition of the first source may as well be asked of joined rows. Keys of several grouping sets keep
 * their names, since an expression of a key that is left out is NULL and an equal one outside of the keys is not; so do
 * the arrays of ARRAY JOIN.
 */
function isPlain(select: IrSelect): boolean {
  const { from, arrayJoin, groupBy } = select;
  const hasOneSet = groupBy === undefined || groupBy.mode === 'plain' || groupBy.mode === 'all';
  const isNarrowed = from?.joins.every(({ operator }) => NARROWED_LEFT.has(operator)) === true;
  return arrayJoin === undefined && hasOneSet && isNarrowed && !answersOtherNames(select);
}

/** True for what engine 26.7 takes as a condition by itself, and refuses beside another when it is constant: `1.5`. */
function isFraction({ type }: IrExpr): boolean {
  return type.kind === 'float';
}

/**
 * True for a SELECT whose shards would answer columns of other names than those that are looked for: with a chain such
 * as `a = 1 OR a = 2` outside of WHERE, which engine 26.7 makes `in` of where a query is planned, and by
 * `transform_null_in` `nullIn` on the shards; or with a sub-query there, whose name is a hash that may differ.
 */
function answersOtherNames({ from: _, where: __, ...clauses }: IrSelect): boolean {
  let isFound = false;
  visitClauses(clauses, (expr) => {
    isFound ||= someExpr(expr, (each) => each.kind === 'subquery' || isChain(each));
  });
  return isFound;
}

function isChain(expr: IrExpr): boolean {
  if (expr.kind !== 'call') return false;
  const compared = CHAINED[expr.engine];
  return compared !== undefined && linksOf(expr, expr.engine).filter((link) => link === compared).length > 1;
}

/** What becomes a list, and of which comparisons. */
const CHAINED: Readonly<Record<string, string>> = { or: 'equals', and: 'notEquals' };

/** The functions that calls of `engine` connect, also through one another. */
function linksOf(expr: IrExpr, engine: string): readonly string[] {
  if (expr.kind !== 'call') return [];
  return expr.engine === engine ? expr.args.flatMap((arg) => linksOf(arg, engine)) : [expr.engine];
}

/** A source as its scan, and what stands around the scan, from the inside out. */
interface UnfoldedSource {
  readonly scan: GuardedScan<IrExpr>;
  readonly joins: readonly IrJoin[];
  readonly conditions: readonly IrExpr[];
  readonly levels: readonly Level[];
}

interface Level {
  readonly alias: string;
  readonly columns: readonly { readonly name: string; readonly expr: IrExpr }[];
}

function unfolded(source: IrSource): UnfoldedSource | undefined {
  if (source.kind === 'guarded') {
    const { scan } = source;
    return { scan, joins: [], conditions: [], levels: [scan] };
  }
  if (source.kind !== 'query' || !source.isTable || source.query.kind !== 'select') return undefined;
  const { from, where, outputs } = source.query;
  const inner = from && unfolded(from.source);
  if (from === undefined || inner === undefined) return undefined;
  return {
    scan: inner.scan,
    joins: [...inner.joins, ...from.joins],
    conditions: where ? [...inner.conditions, where] : inner.conditions,
    levels: [...inner.levels, { alias: source.alias, columns: outputs }],
  };
}

/** Columns of a source, and the expressions over the table and its joins that they stand for. */
class Substitution {
  /** By `t1.c1`. */
  readonly #columns = new Map<string, { readonly expr: IrExpr; readonly nodes: number }>();
  /** Nodes that have come with expressions so far. */
  addedNodes = 0;

  constructor(levels: readonly Level[]) {
    for (const { alias, columns } of levels) {
      for (const { name, expr } of columns) {
        const whole = this.put(expr);
        this.#columns.set(`${alias}.${name}`, { expr: whole, nodes: nodesOf(whole) });
      }
    }
  }

  /** The expression over the table itself. Sub-queries do not read columns of the query around them ([SQL-8.5]). */
  put(expr: IrExpr): IrExpr {
    return mapExpr(expr, { expr: (each) => this.#expressionOf(each), staysOutside: true });
  }

  #expressionOf(expr: IrExpr): IrExpr {
    const column = expr.kind === 'column' ? this.#columns.get(`${expr.table}.${expr.column}`) : undefined;
    if (column === undefined) return expr;
    this.addedNodes += column.nodes - 1;
    return column.expr;
  }
}

function nodesOf(expr: IrExpr): number {
  return exprChildren(expr).reduce((sum, child) => sum + nodesOf(child), 1);
}
