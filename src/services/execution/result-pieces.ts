import { AppError } from '../../base/errors.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import { objectRows } from './object-rows.ts';
import type { WholeForm } from './result-form.ts';

/** What stands around the rows of a JSON answer. */
export interface AnswerFrame {
  /** Members before `results`. */
  readonly opening: Readonly<Record<string, unknown>>;
  /** Members after `hasMore`; `execution_id` follows them. */
  readonly closing: Readonly<Record<string, unknown>>;
}

/** How the body of an answer is written. */
export interface BodyTarget {
  readonly form: WholeForm;
  readonly frame: AnswerFrame;
  readonly executionId: string;
  readonly maxBytes: number;
}

/**
 * The parts of a JSON body from its first brace to its last member. Too large a body is refused before it is complete.
 */
export class ResultPieces {
  readonly #target: BodyTarget;
  readonly #pieces: Uint8Array[] = [];
  #byteLength = 0;

  /** Writes what stands before the value of `results`. */
  constructor(target: BodyTarget) {
    this.#target = target;
    const { opening } = target.frame;
    this.addText(`{${members(opening)}${Object.keys(opening).length > 0 ? ',' : ''}"results":`);
  }

  /** @throws AppError query_too_large */
  addText(text: string): void {
    this.add(Buffer.from(text));
  }

  /** @throws AppError query_too_large */
  add(piece: Uint8Array): void {
    const { maxBytes } = this.#target;
    this.#byteLength += piece.length;
    if (this.#byteLength > maxBytes)
      throw new AppError('query_too_large', `The answer is larger than ${maxBytes} bytes.`);
    this.#pieces.push(piece);
  }

  /**
   * Adds rows as the engine writes them, each as an object by the names of the columns.
   * @throws AppError query_too_large
   */
  *addObjects(rows: Uint8Array, names: readonly string[]): Sliced<void> {
    yield* objectRows(rows, names, (bytes) => this.add(bytes));
  }

  /** Writes what stands behind the value of `results`. */
  close(facts: Readonly<Record<string, unknown>>): void {
    const { frame, executionId } = this.#target;
    this.addText(`,${members({ ...facts, ...frame.closing, execution_id: executionId })}`);
  }

  get all(): readonly Uint8Array[] {
    return this.#pieces;
  }
}

/** `"a":1,"b":2` without the braces; undefined members are left out. */
function members(values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(values).slice(1, -1);
}
