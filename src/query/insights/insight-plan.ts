import type { Sliced } from '../../base/loop-slices.ts';
import type { SelectStatement } from '../language/ast.ts';
import type { InsightAnswer, ResultTable } from '../run-plan.ts';

/**
 * What to ask the engine for an insight, before the compiler has seen it.
 * - `rows`: run all statements, independent of each other, and shape their tables (in the same order).
 * - `probe`: run the statement first, then go on with what it found.
 */
export type InsightPlan =
  | {
      readonly kind: 'rows';
      readonly statements: readonly SelectStatement[];
      readonly shape: (tables: readonly ResultTable[]) => Sliced<InsightAnswer>;
    }
  | {
      readonly kind: 'probe';
      readonly statement: SelectStatement;
      readonly next: (table: ResultTable) => InsightPlan;
    };
