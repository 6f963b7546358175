/** A record of a CSV text: a row, or the header. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The first cells, each with its first letters: as many as a header has. */
  readonly cells: readonly string[];
  /** How many cells there are. */
  readonly count: number;
  /** Set when the record cannot be read as it stands. */
  readonly problem?: CsvProblem;
}

export type CsvProblem = 'open_quote' | 'text_behind_quote';

/** Cells that are kept: more columns than a table has. */
export const MOST_CELLS = 10_000;
/** Letters of a cell that are kept: longer than a name of a column. */
const KEPT_LETTERS = 1_000;
/** A cell with more letters is a quote that nobody closed. */
const MOST_LETTERS = 16 * 1024 * 1024;

type Place = 'begin' | 'plain' | 'quoted' | 'behind';

/**
 * Reads a CSV text piece by piece, as the engine does: cells in double quotes may hold delimiters, line ends and
 * doubled quotes; spaces around other cells count for nothing. It finds out what is wrong with a file, and where.
 */
export class CsvReader {
  readonly #delimiter: string;
  #place: Place = 'begin';
  #cell = '';
  #letters = 0;
  #cells: string[] = [];
  #count = 0;
  #problem: CsvProblem | undefined;
  #line: number;
  #beginsAt: number;
  /** The last character was a quote inside quotes: it ends the cell, or begins a doubled quote. */
  #sawQuote = false;

  /** @param firstLine number of the line on which the text begins */
  constructor(delimiter: string, firstLine = 1) {
    this.#delimiter = delimiter;
    this.#line = firstLine;
    this.#beginsAt = firstLine;
  }

  /** The records that end in this piece. */
  *read(piece: string): Generator<CsvRecord> {
    for (const character of piece) {
      const isEnd = this.#take(character);
      if (character === '\n') this.#line += 1;
      if (isEnd) yield this.#record();
    }
  }

  /** The record that the end of the text ends, if there is one. */
  *end(): Generator<CsvRecord> {
    if (this.#place === 'quoted' && !this.#sawQuote) this.#problem ??= 'open_quote';
    if (this.#count > 0 || this.#letters > 0 || this.#place !== 'begin') yield this.#record();
  }

  /** Takes a character. True when it ends the record. */
  #take(character: string): boolean {
    if (this.#place === 'quoted') {
      if (!this.#sawQuote) return this.#takeQuoted(character);
      this.#sawQuote = false;
      if (character === '"') return this.#append(character);
      this.#place = 'behind';
    }
    if (character === this.#delimiter) return this.#endCell();
    if (character === '\n') return true;
    if (this.#place === 'behind') {
      if (!isSpace(character)) this.#problem ??= 'text_behind_quote';
      return false;
    }
    if (this.#place === 'begin' && character === '"') {
      this.#place = 'quoted';
      this.#cell = '';
      this.#letters = 0;
      return false;
    }
    if (!isSpace(character)) this.#place = 'plain';
    return this.#append(character);
  }

  #takeQuoted(character: string): boolean {
    if (character === '"') this.#sawQuote = true;
    else this.#append(character);
    return false;
  }

  #append(character: string): false {
    this.#letters += 1;
    if (this.#letters <= KEPT_LETTERS) this.#cell += character;
    else if (this.#letters > MOST_LETTERS) this.#problem ??= 'open_quote';
    return false;
  }

  #endCell(): false {
    const isQuoted = this.#place === 'behind' || this.#place === 'quoted';
    if (this.#count < MOST_CELLS) this.#cells.push(isQuoted ? this.#cell : this.#cell.trim());
    this.#count += 1;
    this.#cell = '';
    this.#letters = 0;
    this.#place = 'begin';
    return false;
  }

  #record(): CsvRecord {
    this.#endCell();
    const record = {
      line: this.#beginsAt,
      cells: this.#cells,
      count: this.#count,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
    this.#cells = [];
    this.#count = 0;
    this.#problem = undefined;
    this.#beginsAt = this.#line;
    return record;
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r';
}
