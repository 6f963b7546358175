declare const guarded: unique symbol;

/**
 * A base table behind the project condition: the only form of a scan that the printer takes. `guard-project` alone
 * makes it; the brand keeps every other module from writing one down.
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
  /** Of events that are not all kept: `innerAlias.timestamp >= {kept}`. */
  readonly kept: Expr | undefined;
}
