import { AppError } from '../../base/errors.ts';
import { MEDIA_TYPES, type OutputFormat } from '../../schema/output-format.ts';

/** What a caller said of the format, as it came. */
export interface FormatWish {
  /** `?format=`; wins over `accept`. */
  readonly format?: string;
  /** The header `Accept`. */
  readonly accept?: string;
}

/**
 * Chooses the format of an answer: `?format=`, else what `Accept` likes best (RFC 9110, 12.5.1), else the first of
 * `available`. Among formats that it likes equally, one that it names goes before one that only `*` lets in, then the
 * order of `available` decides. Pure.
 * @param available formats that the endpoint has, the default first
 * @throws AppError not_acceptable, naming `available`
 */
export function chooseFormat(wish: FormatWish, available: readonly OutputFormat[]): OutputFormat {
  const found = wish.format === undefined ? byAccept(wish.accept, available) : byName(wish.format, available);
  if (found !== undefined) return found;
  const given = wish.format === undefined ? `Accept: ${wish.accept}` : `format=${wish.format}`;
  const detail = `This endpoint has no answer for "${given.slice(0, 200)}"; it has ${available.join(', ')}.`;
  throw new AppError('not_acceptable', detail, wish.format === undefined ? {} : { attr: 'format' });
}

function byName(name: string, available: readonly OutputFormat[]): OutputFormat | undefined {
  return available.find((format) => format === name);
}

/** Errors of a caller who wants them so are problem documents; that says nothing about the answers. */
const ABOUT_ERRORS = 'application/problem+json';

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

function byAccept(accept: string | undefined, available: readonly OutputFormat[]): OutputFormat | undefined {
  const ranges = (accept ?? '')
    .split(',')
    .map(readRange)
    .filter(({ type }) => type !== '' && type !== ABOUT_ERRORS);
  if (ranges.length === 0) return available[0];
  return available
    .map((format) => ({ format, ...rangeOf(format, ranges) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || b.precision - a.precision)[0]?.format;
}

/** ` text/csv;header=present;q=0.5` → text/csv, 0.5 */
function readRange(item: string): MediaRange {
  const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { type, weight: Number.isNaN(weight) ? 0 : weight };
}

/** How much the most precise range for a format likes it: `text/csv` (2), `text/*` (1), then any type (0). */
function rangeOf(
  format: OutputFormat,
  ranges: readonly MediaRange[],
): { readonly weight: number; readonly precision: number } {
  const types = MEDIA_TYPES[format];
  const tries: readonly (readonly string[])[] = [
    ['*/*'],
    types.map((type) => `${type.split('/', 1)[0]}/*`),
    types,
  ];
  for (const precision of [2, 1, 0]) {
    const found = ranges.filter(({ type }) => tries[precision]?.includes(type));
    if (found.length > 0) return { weight: Math.max(...found.map(({ weight }) => weight)), precision };
  }
  return { weight: 0, precision: 0 };
}
