import type { DataType } from './data-type.ts';
import type { FunctionRow } from './function-row.ts';

/** The type that the unified values of a row's call share, given the type of its result. */
export function unifiedType(row: FunctionRow, result: DataType): DataType {
  if (row.unifyTo === 'element' && result.kind === 'array') return result.element;
  return row.unifyTo === 'value' && result.kind === 'map' ? result.value : result;
}
