import Negotiator from 'negotiator';
import { AppError } from '../../base/errors.ts';
import { FORMATS, type OutputFormat } from '../../schema/output-format.ts';

/** What a caller said of the format, as it came. */
export interface FormatWish {
  /** `?format=`; wins over `accept`. */
  readonly format?: string;
  /** The header `Accept`. */
  readonly accept?: string;
}

/**
 * Chooses the format of an answer: `?format=`, else what `Accept` likes best (RFC 9110, 12.5.1), else the first of
 * `available`. Of formats that it likes equally, one that it names goes before one that only `*` lets in, then the
 * one that it names first. Pure.
 * @param available formats that the endpoint has, the default first
 * @throws AppError not_acceptable, naming `available`
 */
export function chooseFormat(wish: FormatWish, available: readonly OutputFormat[]): OutputFormat {
  const found =
    wish.format === undefined
      ? byAccept(wish.accept, available)
      : available.find((format) => format === wish.format);
  if (found !== undefined) return found;
  const given = wish.format === undefined ? `Accept: ${wish.accept}` : `format=${wish.format}`;
  const detail = `This endpoint has no answer for "${given.slice(0, 200)}"; it has ${available.join(', ')}.`;
  throw new AppError('not_acceptable', detail, wish.format === undefined ? {} : { attr: 'format' });
}

/** Errors of a caller who wants them so are problem documents; that says nothing about the answers. */
const ABOUT_ERRORS = 'application/problem+json';

/** No client wishes more; each wish is compared with each type that we have. */
const MOST_READ = 2_000;

function byAccept(accept: string | undefined, available: readonly OutputFormat[]): OutputFormat | undefined {
  if (accept === undefined || accept === '') return available[0];
  const offers = new Map(
    available.flatMap((format) => {
      const { contentType, aliases } = FORMATS[format];
      return [contentType, ...aliases].map((type) => [type, format] as const);
    }),
  );
  const liked = new Negotiator({ headers: { accept: accept.slice(0, MOST_READ) } }).mediaTypes([
    ...offers.keys(),
    ABOUT_ERRORS,
  ]);
  if (liked.length === 0) return undefined;
  return offers.get(liked.find((type) => type !== ABOUT_ERRORS) ?? '') ?? available[0];
}
