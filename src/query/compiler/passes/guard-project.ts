import { BOOL, dateTime64, UINT64 } from '../../catalog/build-type.ts';
import { call } from '../build-ir.ts';
import type { GuardedScan } from '../guarded-scan.ts';
import type { IrExpr, IrScan } from '../ir.ts';
import type { PassContext, WalkingPass } from './pass.ts';

/**
 * Puts every scan behind the condition of the project, inside a sub-query that hands out generated columns only. This
 * is the one place that can make a printable scan, so a table without the condition does not type-check.
 */
export const guardProject: WalkingPass = {
  name: 'guard-project',
  rewrite: ({ project }) => ({ scan: (scan) => ({ kind: 'guarded', scan: guard(scan, project) }) }),
};

function guard(scan: IrScan, source: PassContext['project']): GuardedScan<IrExpr> {
  const project: IrExpr = { kind: 'column', table: scan.innerAlias, column: 'project_id', type: UINT64 };
  const team: IrExpr = { kind: 'system', name: 'team', type: UINT64 };
  const guarded: Unbranded = {
    alias: scan.alias,
    innerAlias: scan.innerAlias,
    engineTable: scan.table.engineTable,
    final: scan.table.final === true,
    columns: scan.columns,
    condition: call('equals', [project, team], BOOL),
    kept: isLimited(scan, source) ? keptCondition(scan) : undefined,
  };
  // The brand has no value at run time, so this cast is the only place that sets it.
  return guarded as GuardedScan<IrExpr>;
}

/** True for events of a project that does not keep all of them ([CAP-8.1]). */
function isLimited(scan: IrScan, project: PassContext['project']): boolean {
  return scan.table.engineTable === 'events' && project.eventRetention !== undefined;
}

function keptCondition(scan: IrScan): IrExpr {
  const type = dateTime64(6, 'UTC');
  const time: IrExpr = { kind: 'column', table: scan.innerAlias, column: 'timestamp', type };
  return call('greaterOrEquals', [time, { kind: 'system', name: 'kept', type }], BOOL);
}

type Unbranded = { readonly [Key in Exclude<keyof GuardedScan<IrExpr>, symbol>]: GuardedScan<IrExpr>[Key] };
