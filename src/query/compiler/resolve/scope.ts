import type { DataType } from '../../catalog/data-type.ts';
import type { CTE, Expr, SelectStatement, WindowExpr } from '../../language/ast.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Contents, IrColumn, IrExpr, IrName, IrQuery } from '../ir.ts';
import type { FieldProvider } from './fields.ts';

/** Where in a SELECT an expression stands; the place decides which functions it may call. */
export type Clause =
  | 'select'
  | 'where'
  | 'group by'
  | 'having'
  | 'order by'
  | 'join'
  | 'array join'
  | 'limit';

/** The mutually recursive resolvers, so that the file of each construct imports none of the others. */
export interface Resolver {
  /** @param expected the type that the place asks for; decides types of variables and of undefined properties */
  expr(node: Expr, scope: Scope, expected?: DataType): IrExpr;
  query(node: SelectStatement, parent: Scope): ResolvedQuery;
}

export interface ResolvedQuery {
  readonly query: IrQuery;
  readonly columns: readonly ResultColumn[];
}

/** A column of a sub-query as its user sees it. */
export interface ResultColumn {
  readonly label: string;
  readonly name: string;
  readonly type: DataType;
}

/** A column alias. It is resolved when it is first used or when its own place is reached, whichever comes first. */
export interface AliasBinding {
  readonly node: Expr;
  readonly name: string;
  /** The definition as text, set once something has asked for the text. */
  text?: string;
  state: 'new' | 'busy' | 'done';
  expr?: IrExpr;
  contents?: Contents;
  column?: IrColumn;
  /** Set once its definition stands in the SELECT list. */
  listed: boolean;
  /** Set once another expression reads it. */
  referenced: boolean;
}

/** An alias inside a lambda; each use of such an alias is replaced by its expression. */
export interface LambdaAlias {
  readonly node: Expr;
  state: 'new' | 'busy' | 'done';
  expr?: IrExpr;
}

export interface TableBinding {
  readonly name: string | undefined;
  readonly fields: FieldProvider;
  /** The fields that names without a table see, when USING has hidden some. */
  unqualified?: FieldProvider;
  /** For the query, only rows of the table that satisfy it exist. */
  readonly scanFilter?: Expr;
}

export interface CteBinding {
  readonly cte: CTE;
  readonly scope: Scope;
  resolved?: { readonly name: string; readonly columns: readonly ResultColumn[] };
  busy: boolean;
}

/** The names that an expression can see. */
export interface Scope {
  readonly context: CompileContext;
  readonly resolver: Resolver;
  /** Scope of the enclosing SELECT. It gives CTEs, and it tells a correlated name from an unknown one. */
  readonly parent: Scope | undefined;
  readonly tables: TableBinding[];
  readonly aliases: Map<string, AliasBinding>;
  readonly arrayItems: Map<string, IrName>;
  readonly ctes: Map<string, CteBinding>;
  readonly windows: Map<string, { readonly name: string; readonly node: WindowExpr }>;
  /** Arguments of the lambdas around the expression; the innermost wins. */
  readonly lambdaArgs: ReadonlyMap<string, IrName>;
  /** Aliases inside the lambdas around the expression; nothing outside of a lambda sees them. */
  readonly lambdaAliases: ReadonlyMap<string, LambdaAlias>;
  readonly clause: Clause;
  /** Name of the aggregate whose arguments are being resolved. */
  readonly insideAggregate?: string;
}

/** An empty scope for one SELECT. */
export function selectScope(parent: Scope): Scope {
  return { ...rootScope(parent.context, parent.resolver), parent };
}

export function rootScope(context: CompileContext, resolver: Resolver): Scope {
  return {
    context,
    resolver,
    parent: undefined,
    tables: [],
    aliases: new Map(),
    arrayItems: new Map(),
    ctes: new Map(),
    windows: new Map(),
    lambdaArgs: new Map(),
    lambdaAliases: new Map(),
    clause: 'select',
  };
}

/**
 * Gives `ctes` to a scope. Each CTE sees the CTEs before it and what `parent` sees. It sees neither itself nor the
 * tables of its own SELECT, so no CTE is defined through itself.
 */
export function addCtes(ctes: readonly CTE[], scope: Scope, parent: Scope): void {
  let before = parent;
  for (const cte of ctes) {
    const binding: CteBinding = { cte, scope: selectScope(before), busy: false };
    scope.ctes.set(cte.name, binding);
    before = { ...selectScope(before), ctes: new Map([[cte.name, binding]]) };
  }
}

/** The scope, as seen from another clause of the same SELECT. */
export function inClause(scope: Scope, clause: Clause): Scope {
  return { ...scope, clause };
}
