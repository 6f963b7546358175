import { invariant } from '../../../base/invariant.ts';
import type { DataType } from '../data-type.ts';
import { ARGUMENT_PATTERNS, type FunctionRow, type ResultRule } from '../function-row.ts';

/** What the lines of a family file say first; all other members of a row are exceptions. */
type First = 'name' | 'engine' | 'kind' | 'min' | 'max' | 'args' | 'result' | 'nulls' | 'deterministic';

/** What is special in the rows of one line of a family file. */
export interface RowExtras extends Omit<FunctionRow, First> {
  /** Default `propagate`. */
  readonly nulls?: FunctionRow['nulls'];
  /** Default true. */
  readonly deterministic?: boolean;
}

/** The type of a call's result: always the same, or by the arguments. */
export type Result = DataType | ResultRule;

export type DefineRows = (names: string, takes: string, result: Result, extras?: RowExtras) => FunctionRow[];

/**
 * The rows of one line of a family file.
 * @param names separated by blanks; `name>engine` where the engine spells it in another way
 * @param takes the patterns of the arguments: `string, integer, zone?` takes two or three, `text...` one or more,
 *   `any...?` any number
 */
export const scalars: DefineRows = (...line) => defineRows('scalar', ...line);

/** See `scalars`. */
export const windows: DefineRows = (...line) => defineRows('window', ...line);

/** See `scalars`. */
export const aggregates: DefineRows = (...line) => defineRows('aggregate', ...line);

/**
 * Functions that take or answer lists, tuples, maps or states, which hold NULL inside but are never NULL themselves.
 */
export const composites: DefineRows = (names, takes, result, extras) =>
  scalars(names, takes, result, { nulls: 'result', ...extras });

function defineRows(
  kind: FunctionRow['kind'],
  ...[names, takes, result, extras = {}]: Parameters<DefineRows>
): FunctionRow[] {
  const rule: ResultRule = typeof result === 'function' ? result : () => result;
  const shared = { ...argumentsOf(takes), nulls: 'propagate', deterministic: true, ...extras } as const;
  return names
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = entry, engine = name] = entry.split('>');
      return { ...shared, name, engine, kind, result: rule };
    });
}

/** How many arguments there are, and what each must be. */
function argumentsOf(takes: string): Pick<FunctionRow, 'min' | 'max' | 'args'> {
  const places = takes === '' ? [] : takes.split(', ');
  const args = places.map((place) => {
    const pattern = ARGUMENT_PATTERNS.find((each) => each === place.replace(/(\.\.\.)?\??$/, ''));
    invariant(pattern !== undefined, `${place} is no pattern of an argument`);
    return pattern;
  });
  const max = places.some((place) => place.includes('...')) ? Number.POSITIVE_INFINITY : places.length;
  return { min: places.filter((place) => !place.endsWith('?')).length, max, args };
}
