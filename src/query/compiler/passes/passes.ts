import type { IrStatement } from '../ir.ts';
import { combine, mapStatement } from '../ir-map.ts';
import { capRows } from './cap-rows.ts';
import { expandJoins } from './expand-joins.ts';
import { flatScans } from './flat-scans.ts';
import { guardProject } from './guard-project.ts';
import { lowerProperties } from './lower-properties.ts';
import { nameOutputs } from './name-outputs.ts';
import type { OutermostPass, PassContext, WalkingPass } from './pass.ts';
import { plainConditions } from './plain-conditions.ts';
import { spellOutputs } from './spell-outputs.ts';
import { useLookups } from './use-lookups.ts';
import { usePromotedColumns } from './use-promoted-columns.ts';

/**
 * The passes that share one walk. Each node goes through them in this order: a table is unfolded before its scans are
 * met, its filter has become a WHERE before conditions are looked at, and the columns of a scan are spelled before the
 * scan is guarded.
 */
export const WALKING_PASSES: readonly WalkingPass[] = [
  expandJoins,
  plainConditions,
  usePromotedColumns,
  lowerProperties,
  guardProject,
];

/** All walks. Lookups are chosen by the conditions of SELECTs while their tables and conditions are as resolved. */
export const WALKS: readonly (readonly WalkingPass[])[] = [[useLookups], WALKING_PASSES];

/** The passes that follow the walks, each on the outermost SELECT alone. */
export const OUTERMOST_PASSES: readonly OutermostPass[] = [capRows, spellOutputs, nameOutputs];

/** The last walk. Until here, outputs tell by their expressions which of them are stored columns. */
export const LAST_WALK: readonly WalkingPass[] = [flatScans];

/** Runs all passes, from a resolved statement to one that can be printed. */
export function runPasses(statement: IrStatement, context: PassContext): IrStatement {
  const walk = (before: IrStatement, passes: readonly WalkingPass[]): IrStatement =>
    mapStatement(before, combine(passes.map((pass) => pass.rewrite(context))));
  const walked = WALKS.reduce(walk, statement);
  const whole = OUTERMOST_PASSES.reduce((before, pass) => pass.change(before, context), walked);
  return walk(whole, LAST_WALK);
}
