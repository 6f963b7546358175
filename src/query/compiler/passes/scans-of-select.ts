import type { TableName } from '../../catalog/table.ts';
import { findTable } from '../../catalog/tables/tables.ts';
import type { JoinExpr, SelectQuery } from '../../language/ast.ts';
import type { CteNames } from './map-selects.ts';

/** One member of a FROM list, and how its rows take part in the result. */
export interface ScanOfSelect {
  readonly node: JoinExpr;
  /** The name before fields of this member. */
  readonly name: string;
  /** Absent for sub-queries, CTEs and table functions, whose own SELECTs are judged instead. */
  readonly table?: TableName;
  /** True when every row of the result holds a row of this member; false on the nullable side of an outer join. */
  readonly isKept: boolean;
  /** Member of a FULL JOIN: rows of either side appear without the other. */
  readonly isFull: boolean;
  /** The right side of an ANTI JOIN: a matching row removes rows of the result. */
  readonly isAnti: boolean;
}

/** The members of a FROM list from left to right. */
export function scansOfSelect(select: SelectQuery, ctes: CteNames): readonly ScanOfSelect[] {
  let scans: readonly ScanOfSelect[] = [];
  for (let node = select.select_from; node; node = node.next_join) scans = joined(scans, node, ctes);
  return scans;
}

function joined(before: readonly ScanOfSelect[], node: JoinExpr, ctes: CteNames): readonly ScanOfSelect[] {
  const type = node.join_type ?? '';
  const scan = scanOf(node, ctes, type);
  if (type.startsWith('RIGHT')) return [...before.map((left) => ({ ...left, isKept: false })), scan];
  if (type.startsWith('FULL')) return [...before, scan].map((side) => ({ ...side, isFull: true }));
  return [...before, scan];
}

function scanOf(node: JoinExpr, ctes: CteNames, type: string): ScanOfSelect {
  const { table } = node;
  const isAnti = type.includes('ANTI');
  const isInner = !type.startsWith('LEFT') || type.includes('SEMI');
  const state = { isKept: isInner && !isAnti, isFull: false, isAnti };
  if (table.kind !== 'Field') return { node, name: node.alias ?? '', ...state };
  const [name = ''] = table.chain;
  const definition = ctes.has(name) || node.table_args ? undefined : findTable(name);
  return {
    node,
    name: node.alias ?? name,
    ...(definition && { table: definition.name as TableName }),
    ...state,
  };
}
