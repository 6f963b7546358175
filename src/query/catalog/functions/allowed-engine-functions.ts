import type { FunctionRow, Template } from '../function-row.ts';
import { TABLES } from '../tables/tables.ts';
import { FORMS } from './forms.ts';
import { FUNCTION_ROWS, templatesOf } from './function-table.ts';

/** Names that the printer spells for nodes of its tree rather than for a call. */
const SYNTAX = ['CAST', 'defaultValueOfTypeName', 'numbers', 'materialize'];

/** Printed shapes besides those of rows: forms of the compiler, and columns that are computed. */
const OTHER_TEMPLATES: readonly Template[] = [
  ...Object.values(FORMS),
  ...Object.values(TABLES).flatMap((table) =>
    table.kind === 'stored' ? table.columns.flatMap((column) => column.template ?? []) : [],
  ),
];

/** `'it\\'s'` with its quotes. */
const QUOTED = /'(?:[^'\\]|\\.)*'/g;

/** `toInt64(f('a(b', $1))` → toInt64, f. */
function namesIn(template: Template): string[] {
  const withoutText = template.replace(QUOTED, "''");
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
  ...OTHER_TEMPLATES.flatMap(namesIn),
  ...SYNTAX,
]);

/** Every text in quotes that stands in a printed shape, with its quotes: `'Nullable(String)'`. */
export const PRINTED_TEXTS: ReadonlySet<string> = new Set(
  [...FUNCTION_ROWS.flatMap(templatesOf), ...OTHER_TEMPLATES].flatMap(
    (template) => template.match(QUOTED) ?? [],
  ),
);
