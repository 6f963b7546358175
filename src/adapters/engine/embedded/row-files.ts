import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../../../base/is-disk-full.ts';
import { engineRefusal } from '../engine-error.ts';
import { selectFromFile } from '../statements/session-statements.ts';

/** `INSERT INTO app.events (uuid) FORMAT RowBinary` → head, the SELECT where there is one, and the format. */
const INSERT = /^(\s*INSERT\b.*?)(\sSELECT\b.*?)?\s+FORMAT\s+(\w+)\s*$/is;

/**
 * Files through which the rows of an INSERT reach the engine. Given with the statement, as the library offers, the
 * rows go through the SQL lexer, bytes of binary formats are misread, and an event costs 10 µs instead of 4. This goes
 * away when the library takes rows apart from the text.
 */
export class RowFiles {
  readonly #folder: string;
  #count = 0;

  /** @param folder used by this process only */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Runs `work` with the statement that reads `rows` from a file, which is removed afterwards.
   * @param insert ends with `FORMAT <name>`
   * @throws EngineException NOT_IMPLEMENTED for another end, NOT_ENOUGH_SPACE when the disk is full
   */
  async use<Value>(insert: string, rows: Uint8Array, work: (sql: string) => Promise<Value>): Promise<Value> {
    const [, head, select, format] = INSERT.exec(insert) ?? [];
    if (head === undefined || format === undefined)
      throw engineRefusal('NOT_IMPLEMENTED', 'An INSERT whose rows follow must end with FORMAT');
    this.#count += 1;
    const file = path.join(this.#folder, `rows-${this.#count}`);
    try {
      await writeFile(file, rows, { mode: 0o600 }).catch(refuseOnFullDisk);
      return await work(`${head} ${selectFromFile(file, format, select)}`);
    } finally {
      await rm(file, { force: true });
    }
  }
}

function refuseOnFullDisk(error: unknown): never {
  throw isDiskFull(error) ? engineRefusal('NOT_ENOUGH_SPACE', 'No room for the rows of an INSERT') : error;
}
