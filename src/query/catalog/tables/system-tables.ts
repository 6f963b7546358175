import type { ListName } from '../../run-plan.ts';

/** What the JSON of a row holds for a column. */
export type ListType = 'text' | 'whole' | 'truth' | 'moment';

/** A table of `system`: rows that stand in JSON texts, which the compiler makes or a run brings along. */
export interface SystemTable {
  /** `tables`, `columns`: what the dialect has. */
  readonly rows: ListName | 'tables' | 'columns';
  /** By their names, in order; a row has members with these names. */
  readonly columns: Readonly<Record<string, ListType>>;
}

const NAMED = { name: 'text', description: 'text' } as const;
const TIMES = { created_at: 'moment', updated_at: 'moment' } as const;

/** By their whole names. */
const SYSTEM_TABLES: Readonly<Record<string, SystemTable>> = {
  'system.tables': { rows: 'tables', columns: { name: 'text' } },
  'system.columns': {
    rows: 'columns',
    columns: { table: 'text', name: 'text', type: 'text', position: 'whole' },
  },
  'system.information_schema.tables': {
    rows: 'tables',
    columns: { table_name: 'text', table_type: 'text' },
  },
  'system.information_schema.columns': {
    rows: 'columns',
    columns: {
      table_name: 'text',
      column_name: 'text',
      data_type: 'text',
      ordinal_position: 'whole',
      is_nullable: 'text',
    },
  },
  'system.actions': { rows: 'actions', columns: { id: 'whole', ...NAMED, ...TIMES } },
  'system.cohorts': { rows: 'cohorts', columns: { id: 'whole', ...NAMED, is_static: 'truth', ...TIMES } },
  'system.endpoints': {
    rows: 'endpoints',
    columns: { ...NAMED, is_active: 'truth', is_materialized: 'truth', current_version: 'whole', ...TIMES },
  },
};

export const SYSTEM_TABLE_NAMES: readonly string[] = Object.keys(SYSTEM_TABLES);

/** The table with exactly this name, such as `system.actions`. */
export function findSystemTable(name: string): SystemTable | undefined {
  return Object.hasOwn(SYSTEM_TABLES, name) ? SYSTEM_TABLES[name] : undefined;
}
