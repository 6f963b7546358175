import { distance } from 'fastest-levenshtein';
import { LONGEST_GUESSED_NAME } from '../../../base/nearest-name.ts';
import type { FunctionRow, Template } from '../function-row.ts';
import { AGGREGATE_FORMS } from './aggregate-forms.ts';
import { PLAIN_AGGREGATES, SINGLE_AGGREGATES } from './aggregates.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { ARRAYS, HIGHER_ORDER_ARRAYS } from './arrays.ts';
import { BITS } from './bits.ts';
import { COMPARISON } from './comparison.ts';
import { CONVERSION } from './conversion.ts';
import { DATE_UNITS } from './date-units.ts';
import { DATE_PARTS, DATES } from './dates.ts';
import { EXPANDED_NAMES } from './expanded-functions.ts';
import { GEO, VECTORS } from './geo.ts';
import { INSIGHT_FUNCTIONS } from './insight-functions.ts';
import { INTERNAL } from './internal.ts';
import { JSON_FUNCTIONS } from './json.ts';
import { MATH } from './math.ts';
import { NULLS } from './nulls.ts';
import { OTHER } from './other.ts';
import { STRINGS } from './strings.ts';
import { TUPLES_AND_MAPS } from './tuples-and-maps.ts';
import { URLS } from './urls.ts';
import { WINDOWS } from './windows.ts';

/** Every function of the dialect, grouped by family in the order of docs/functions.md. */
export const FUNCTION_FAMILIES: ReadonlyMap<string, readonly FunctionRow[]> = new Map([
  ['Arithmetic', ARITHMETIC],
  ['Math', MATH],
  ['Comparison and logic', COMPARISON],
  ['Nulls', NULLS],
  ['Conversion', CONVERSION],
  ['Dates', [...DATES, ...DATE_PARTS, ...DATE_UNITS]],
  ['Strings', STRINGS],
  ['Arrays', [...ARRAYS, ...HIGHER_ORDER_ARRAYS]],
  ['JSON', JSON_FUNCTIONS],
  ['Tuples and maps', TUPLES_AND_MAPS],
  ['Bits', BITS],
  ['URLs', URLS],
  ['Geo and distances', [...GEO, ...VECTORS]],
  ['Other', OTHER],
  ['Windows', WINDOWS],
  ['Aggregates', [...PLAIN_AGGREGATES, ...SINGLE_AGGREGATES, ...AGGREGATE_FORMS]],
  ['Internal', [...INTERNAL, ...INSIGHT_FUNCTIONS].map((row) => ({ ...row, internal: true }))],
]);

export const FUNCTION_ROWS: readonly FunctionRow[] = [...FUNCTION_FAMILIES.values()].flat();

const BY_NAME: ReadonlyMap<string, FunctionRow> = new Map(FUNCTION_ROWS.map((row) => [row.name, row]));
const BY_LOWER_NAME: ReadonlyMap<string, FunctionRow> = new Map(
  FUNCTION_ROWS.filter((row) => !row.internal).map((row) => [row.name.toLowerCase(), row]),
);

/** The row of a function; the user may write `name` in any case. */
export function findFunction(name: string): FunctionRow | undefined {
  return BY_NAME.get(name) ?? BY_LOWER_NAME.get(name.toLowerCase());
}

const SUGGESTIONS = 3;

/** At most three callable names that look like `name`, the nearest first; empty when nothing is near. */
export function nearestFunctionNames(name: string): readonly string[] {
  if (name.length > LONGEST_GUESSED_NAME) return [];
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const names = FUNCTION_ROWS.filter((row) => !row.internal).map((row) => row.name);
  return [...names, ...EXPANDED_NAMES]
    .map((known) => ({ name: known, distance: distance(wanted, known.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS)
    .map((candidate) => candidate.name);
}

/** All printed shapes of a row that has templates. */
export function templatesOf(row: FunctionRow): readonly Template[] {
  if (row.template === undefined) return [];
  return typeof row.template === 'string' ? [row.template] : Object.values(row.template.shapes);
}
