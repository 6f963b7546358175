import { BOOL, UINT64 } from '../../catalog/build-type.ts';
import { call } from '../build-ir.ts';
import type { GuardedScan } from '../guarded-scan.ts';
import type { IrExpr, IrScan } from '../ir.ts';
import type { WalkingPass } from './pass.ts';

/**
 * Puts every scan behind the condition of the project, inside a sub-query that hands out generated columns only. This
 * is the one place that can make a printable scan, so a table without the condition does not type-check.
 */
export const guardProject: WalkingPass = {
  name: 'guard-project',
  rewrite: () => ({ scan: (scan) => ({ kind: 'guarded', scan: guard(scan) }) }),
};

function guard(scan: IrScan): GuardedScan<IrExpr> {
  const project: IrExpr = { kind: 'column', table: scan.innerAlias, column: 'project_id', type: UINT64 };
  const team: IrExpr = { kind: 'system', name: 'team', type: UINT64 };
  const guarded: Unbranded = {
    alias: scan.alias,
    innerAlias: scan.innerAlias,
    engineTable: scan.table.engineTable,
    final: scan.table.final === true,
    columns: scan.columns,
    condition: call('equals', [project, team], BOOL),
  };
  // The brand has no value at run time: this cast is the border that it marks.
  return guarded as GuardedScan<IrExpr>;
}

type Unbranded = { readonly [Key in Exclude<keyof GuardedScan<IrExpr>, symbol>]: GuardedScan<IrExpr>[Key] };
