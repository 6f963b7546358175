import type { IrStatement } from '../ir.ts';
import { combine, mapStatement } from '../ir-map.ts';
import { capRows } from './cap-rows.ts';
import { expandJoins } from './expand-joins.ts';
import { guardProject } from './guard-project.ts';
import { lowerProperties } from './lower-properties.ts';
import { nameOutputs } from './name-outputs.ts';
import type { OutermostPass, PassContext, WalkingPass } from './pass.ts';
import { spellOutputs } from './spell-outputs.ts';
import { usePromotedColumns } from './use-promoted-columns.ts';

/**
 * From a resolved statement to one that can be printed. The first four share a walk, so each node passes them in this
 * order: a table is unfolded before the scans in it are met, and a scan is guarded when its columns are spelled.
 */
export const WALKING_PASSES: readonly WalkingPass[] = [
  expandJoins,
  usePromotedColumns,
  lowerProperties,
  guardProject,
];

/** Then, on the outermost SELECT alone. */
export const OUTERMOST_PASSES: readonly OutermostPass[] = [capRows, spellOutputs, nameOutputs];

/** Runs all passes. */
export function runPasses(statement: IrStatement, context: PassContext): IrStatement {
  const rewrites = WALKING_PASSES.map((pass) => pass.rewrite(context));
  const walked = mapStatement(statement, combine(rewrites));
  return OUTERMOST_PASSES.reduce((before, pass) => pass.change(before, context), walked);
}
