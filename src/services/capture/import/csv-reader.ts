/** A record of a CSV text: a row, or the header. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Set when the record cannot be read as it stands. */
  readonly problem?: CsvProblem;
}

export type CsvProblem = 'open_quote' | 'text_behind_quote';

/** A cell beyond this length is a quote that nobody closed. */
const MAX_CELL = 16 * 1024 * 1024;

type Place = 'begin' | 'plain' | 'quoted' | 'behind';

/**
 * Reads a CSV text piece by piece, as the engine does: cells in double quotes may hold delimiters, line ends and
 * doubled quotes; spaces around other cells count for nothing. It finds out what is wrong with a file, and where.
 */
export class CsvReader {
  readonly #delimiter: string;
  #place: Place = 'begin';
  #cell = '';
  #cells: string[] = [];
  #problem: CsvProblem | undefined;
  #line = 1;
  #beginsAt = 1;
  /** The last character was a quote inside quotes: it ends the cell, or begins a doubled quote. */
  #sawQuote = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
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
    if (this.#cells.length > 0 || this.#cell !== '' || this.#place !== 'begin') yield this.#record();
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
    if (this.#cell.length < MAX_CELL) this.#cell += character;
    else this.#problem ??= 'open_quote';
    return false;
  }

  #endCell(): false {
    const isQuoted = this.#place === 'behind' || this.#place === 'quoted';
    this.#cells.push(isQuoted ? this.#cell : this.#cell.trim());
    this.#cell = '';
    this.#place = 'begin';
    return false;
  }

  #record(): CsvRecord {
    this.#endCell();
    const record = {
      line: this.#beginsAt,
      cells: this.#cells,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
    this.#cells = [];
    this.#problem = undefined;
    this.#beginsAt = this.#line;
    return record;
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r';
}
