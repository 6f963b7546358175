/** One property filter or a nested group of them, as stored. The zod schema beside it checks the form. */
export type StoredPropertyFilter = PropertyFilter | PropertyGroup;

export interface PropertyFilter {
  readonly type?: string;
  readonly key: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly group_type_index?: number;
  readonly label?: string | null;
}

export interface PropertyGroup {
  readonly type: 'AND' | 'OR';
  readonly values: readonly StoredPropertyFilter[];
}
