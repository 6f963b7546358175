/** Delimiters of CSV files, as callers name them. */
export const CSV_DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;

export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

export const DELIMITER_OF: Readonly<Record<CsvDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

/** Encodings of text files, as callers name them. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** How a CSV file is to be read. */
export interface CsvForm {
  readonly delimiter: CsvDelimiter;
  /** Names of the columns, different ones. */
  readonly columns: readonly string[];
  /** Lines in front of the first row. */
  readonly skippedLines: number;
}
