import { engineRefusal } from '../engine-error.ts';

/** The bytes of an answer, collected up to a limit. */
export class BoundedBytes {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #byteLength = 0;

  /** @param maxBytes 0 = no limit */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes === 0 ? Number.POSITIVE_INFINITY : maxBytes;
  }

  /** @throws EngineException TOO_MANY_ROWS_OR_BYTES */
  add(chunk: Uint8Array): void {
    this.#byteLength += chunk.length;
    if (this.#byteLength > this.#maxBytes)
      throw engineRefusal(
        'TOO_MANY_ROWS_OR_BYTES',
        'The written answer has more bytes than max_result_bytes',
      );
    this.#chunks.push(chunk);
  }

  whole(): Buffer {
    return Buffer.concat(this.#chunks, this.#byteLength);
  }
}
