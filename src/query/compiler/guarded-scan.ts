/** The conditions on the rows of a lookup. */
export interface FoundConditions<Expr> {
  readonly lookup: Expr;
  readonly value: Expr;
  /** Stands for `value` while the list in the variable has one item. */
  readonly one?: { readonly variable: string; readonly value: Expr };
}

declare const guarded: unique symbol;

/**
 * A base table behind the project condition: the only form of a scan that the printer takes, which prints the table and
 * the condition together. Only `guard-project` makes guarded scans; the brand in the type keeps every other module from
 * writing one.
 */
export interface GuardedScan<Expr> {
  readonly [guarded]: true;
  /** Alias of the sub-query. */
  readonly alias: string;
  /** Alias of the base table inside it. */
  readonly innerAlias: string;
  readonly engineTable: string;
  readonly final: boolean;
  readonly columns: readonly { readonly name: string; readonly expr: Expr }[];
  /** `innerAlias.project_id = {team}`. */
  readonly condition: Expr;
  /** What the rows of a lookup must meet to be those of the scan; undefined for every other table. */
  readonly found: FoundConditions<Expr> | undefined;
  /** `innerAlias.timestamp >= {kept}`, for events that are not all kept. */
  readonly kept: Expr | undefined;
}
