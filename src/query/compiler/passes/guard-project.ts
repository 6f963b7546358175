import { BOOL, dateTime64, STRING, UINT64, unsigned } from '../../catalog/build-type.ts';
import { call, integerLiteral } from '../build-ir.ts';
import type { FoundConditions, GuardedScan } from '../guarded-scan.ts';
import type { IrExpr, IrLookup, IrScan } from '../ir.ts';
import type { PassContext, WalkingPass } from './pass.ts';

const UINT32 = unsigned(32);

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
    engineTable: scan.lookup ? 'lookups' : scan.table.engineTable,
    final: scan.table.final === true,
    columns: scan.columns,
    condition: call('equals', [project, team], BOOL),
    found: scan.lookup && foundConditions(scan.innerAlias, scan.lookup),
    kept: isLimited(scan, source) ? keptCondition(scan) : undefined,
  };
  // The brand has no value at run time, so this cast is the only place that sets it.
  return guarded as GuardedScan<IrExpr>;
}

/**
 * The rows of one lookup, with the values that are wanted. The engine reads the rows of one value in order of their
 * time, and those of a list not, even if it has one item.
 */
function foundConditions(table: string, found: IrLookup): FoundConditions<IrExpr> {
  const { number, op, wanted, variable } = found;
  const lookup: IrExpr = { kind: 'column', table, column: 'lookup', type: UINT32 };
  const value: IrExpr = { kind: 'column', table, column: 'value', type: STRING };
  const own: IrExpr = { kind: 'literal', value: BigInt(number), engineType: 'UInt32', type: UINT32 };
  const conditions = { lookup: call('equals', [lookup, own], BOOL), value: call(op, [value, wanted], BOOL) };
  if (op !== 'in' || variable === undefined) return conditions;
  const only = call('arrayElement', [wanted, integerLiteral(1n)], STRING);
  return { ...conditions, one: { variable, value: call('equals', [value, only], BOOL) } };
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
