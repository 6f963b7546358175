import Negotiator from 'negotiator';
import { AppError } from '../base/errors.ts';

/** How answers can be written; the first is the default. */
export const OUTPUT_FORMATS = ['json', 'csv', 'ndjson', 'arrow', 'parquet'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats of SQL answers that the engine writes and nobody holds in memory. */
export type StreamFormat = Exclude<OutputFormat, 'json'>;

/** Formats that insights have; they are small, made whole and cached. */
export const INSIGHT_FORMATS = ['json', 'csv'] as const satisfies readonly OutputFormat[];
export type WholeFormat = (typeof INSIGHT_FORMATS)[number];

/** Formats of exported events; the first is the default. */
export const EXPORT_FORMATS = ['ndjson', 'parquet'] as const satisfies readonly StreamFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface FormatRow {
  /** The name that documents know it by. */
  readonly mediaType: string;
  /** `Content-Type` of an answer. */
  readonly contentType: string;
  /** Other media types by which `Accept` can ask for it, with the parameters that may follow them. */
  readonly aliases: readonly string[];
  /** Ending of the names of files. */
  readonly extension: string;
  /** Name by which the engine writes it; null = we write it ourselves, always whole. */
  readonly engineName: string | null;
  /** Keeps the types of the engine; in the others values are spelled as in JSON. */
  readonly isBinary: boolean;
  /** Gets smaller by a content coding. */
  readonly isCompressible: boolean;
}

/** The properties of each format. Every list of formats, or of one of their properties, is made from this table. */
export const FORMATS = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json; charset=utf-8',
    aliases: [],
    extension: 'json',
    engineName: null,
    isBinary: false,
    isCompressible: true,
  },
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    aliases: [],
    extension: 'csv',
    engineName: 'CSVWithNames',
    isBinary: false,
    isCompressible: true,
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson',
    aliases: [
      'application/x-ndjson',
      'application/ndjson',
      'application/jsonl',
      'application/json-lines',
    ].map((type) => `${type}; charset=utf-8`),
    extension: 'ndjson',
    engineName: 'JSONEachRow',
    isBinary: false,
    isCompressible: true,
  },
  arrow: {
    mediaType: 'application/vnd.apache.arrow.stream',
    contentType: 'application/vnd.apache.arrow.stream',
    aliases: [],
    extension: 'arrow',
    engineName: 'ArrowStream',
    isBinary: true,
    isCompressible: true,
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    contentType: 'application/vnd.apache.parquet',
    aliases: [],
    extension: 'parquet',
    engineName: 'Parquet',
    isBinary: true,
    // It is compressed inside.
    isCompressible: false,
  },
} as const satisfies Readonly<Record<OutputFormat, FormatRow>>;

/** Names by which the engine knows the formats that it writes. */
export type EngineFormat = (typeof FORMATS)[StreamFormat]['engineName'];

/** What a request says about the format of its answer, unchecked. */
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
