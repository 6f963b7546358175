import type { FunctionRow, Template } from '../function-row.ts';
import { FUNCTION_ROWS, templatesOf } from './function-table.ts';

/** Names that the compiler prints for syntax rather than for a call of the user. */
const SYNTAX = [
  'CAST',
  'accurateCast',
  'defaultValueOfTypeName',
  'toTimeZone',
  'numbers',
  'arraySlice',
  'toUUIDOrNull',
  'materialize',
];

/** `toInt64(f('a(b', $1))` → toInt64, f. */
function namesIn(template: Template): string[] {
  const withoutText = template.replace(/'(?:[^'\\]|\\.)*'/g, "''");
  return [...withoutText.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name ?? '');
}

const namesOf = (row: FunctionRow): readonly string[] => {
  const templates = templatesOf(row);
  return templates.length === 0 ? [row.engine] : templates.flatMap(namesIn);
};

/**
 * Every function name that printed SQL may contain, in the engine's spelling. The compiler's self-check and the
 * engine's front refuse a text with any other.
 */
export const ALLOWED_ENGINE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...FUNCTION_ROWS.flatMap(namesOf),
  ...SYNTAX,
]);
