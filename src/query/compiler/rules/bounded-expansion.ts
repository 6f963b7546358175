import { type CompileContext, compileError } from '../compile-context.ts';
import type { IrQuery, IrStatement } from '../ir.ts';
import { mapQuery } from '../ir-map.ts';

/** Most times that CTEs are expanded in one statement. */
const MAX_EXPANSIONS = 256;

/** The engine puts a CTE in place at every use, so CTEs that use others twice each double its work. */
export function checkExpansion(statement: IrStatement, context: CompileContext): void {
  const weights = new Map<string, number>();
  for (const cte of statement.ctes) weights.set(cte.name, 1 + weightOf(cte.query, weights));
  if (weightOf(statement.query, weights) <= MAX_EXPANSIONS) return;
  const detail = `The CTEs of this query expand more than ${MAX_EXPANSIONS} times. Use each of them fewer times.`;
  context.errors.push(compileError(context, 'query_too_complex', detail));
}

function weightOf(query: IrQuery, weights: ReadonlyMap<string, number>): number {
  let weight = 0;
  mapQuery(query, {
    source: (source) => {
      if (source.kind === 'cte') weight += weights.get(source.name) ?? 0;
      return source;
    },
  });
  return weight;
}
