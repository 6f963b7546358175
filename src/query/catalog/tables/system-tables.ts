import type { ListName } from '../../run-plan.ts';

/** A column of a list: its value in the JSON of a row. */
export interface ListColumn {
  readonly name: string;
  readonly type: 'text' | 'whole' | 'truth' | 'moment';
}

/** A table of `system`: rows that stand in JSON texts, which the compiler makes or a run brings along. */
export interface SystemTable {
  readonly name: string;
  /** `tables`, `columns`: what the dialect has. */
  readonly rows: ListName | 'tables' | 'columns';
  readonly columns: readonly ListColumn[];
}

const TEXT = 'text';

/** By the names that follow `system.`; the rows of a list have members with the names of its columns. */
const SYSTEM_TABLES: readonly SystemTable[] = [
  { name: 'tables', rows: 'tables', columns: [{ name: 'name', type: TEXT }] },
  {
    name: 'columns',
    rows: 'columns',
    columns: [
      { name: 'table', type: TEXT },
      { name: 'name', type: TEXT },
      { name: 'type', type: TEXT },
      { name: 'position', type: 'whole' },
    ],
  },
  {
    name: 'information_schema.tables',
    rows: 'tables',
    columns: [
      { name: 'table_name', type: TEXT },
      { name: 'table_type', type: TEXT },
    ],
  },
  {
    name: 'information_schema.columns',
    rows: 'columns',
    columns: [
      { name: 'table_name', type: TEXT },
      { name: 'column_name', type: TEXT },
      { name: 'data_type', type: TEXT },
      { name: 'ordinal_position', type: 'whole' },
      { name: 'is_nullable', type: TEXT },
    ],
  },
  {
    name: 'actions',
    rows: 'actions',
    columns: [
      { name: 'id', type: 'whole' },
      { name: 'name', type: TEXT },
      { name: 'description', type: TEXT },
      { name: 'created_at', type: 'moment' },
      { name: 'updated_at', type: 'moment' },
    ],
  },
  {
    name: 'cohorts',
    rows: 'cohorts',
    columns: [
      { name: 'id', type: 'whole' },
      { name: 'name', type: TEXT },
      { name: 'description', type: TEXT },
      { name: 'is_static', type: 'truth' },
      { name: 'created_at', type: 'moment' },
      { name: 'updated_at', type: 'moment' },
    ],
  },
  {
    name: 'endpoints',
    rows: 'endpoints',
    columns: [
      { name: 'name', type: TEXT },
      { name: 'description', type: TEXT },
      { name: 'is_active', type: 'truth' },
      { name: 'is_materialized', type: 'truth' },
      { name: 'current_version', type: 'whole' },
      { name: 'created_at', type: 'moment' },
      { name: 'updated_at', type: 'moment' },
    ],
  },
];

export const SYSTEM_TABLE_NAMES: readonly string[] = SYSTEM_TABLES.map(({ name }) => `system.${name}`);

/** The table with exactly this name, such as `system.actions`. */
export function findSystemTable(name: string): SystemTable | undefined {
  return SYSTEM_TABLES.find((table) => `system.${table.name}` === name);
}
