import { AppError } from '../base/errors.ts';
import type { AnswerBytes } from '../services/execution/stored-result.ts';
import { byteLengthOf } from './encode-body.ts';
import { toErrorBody } from './to-error-body.ts';

/** Largest bodies of a batch together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What a result says of its call. */
interface NamedCall {
  readonly id: string;
  readonly name: string;
}

/** The results of a batch as they come, each as JSON in bytes; bodies are the very bytes of a run. */
export class BatchResults {
  readonly #calls: readonly NamedCall[];
  readonly #results: (AnswerBytes | undefined)[];
  /** Places in the order in which they were answered. */
  readonly #done: number[] = [];
  #bytes = 0;
  #wake = Promise.withResolvers<void>();

  constructor(calls: readonly NamedCall[]) {
    this.#calls = calls;
    this.#results = calls.map(() => undefined);
  }

  /** Takes the body of an answer; returns the error to refuse the call with when there is no place for it. */
  add(place: number, body: AnswerBytes): AppError | undefined {
    const bytes = byteLengthOf(body);
    if (this.#bytes + bytes > MAX_BYTES) return tooLarge();
    this.#bytes += bytes;
    this.#finish(place, 200, body);
    return undefined;
  }

  refuse(place: number, error: AppError, facts: Parameters<typeof toErrorBody>[1]): void {
    const body = Buffer.from(JSON.stringify(toErrorBody(error, facts)));
    this.#finish(place, error.status, [body]);
  }

  /** All results in the order of the calls; every call has to be answered. */
  inOrder(): readonly AnswerBytes[] {
    return this.#results.filter((result) => result !== undefined);
  }

  /** Each result as soon as it is there. */
  async *asTheyCome(): AsyncGenerator<AnswerBytes> {
    for (let given = 0; given < this.#calls.length; given += 1) {
      while (this.#done.length <= given) await this.#wake.promise;
      const place = this.#done[given] ?? -1;
      const result = this.#results[place];
      // What was given need not be kept until the last one is there.
      this.#results[place] = undefined;
      if (result !== undefined) yield result;
    }
  }

  #finish(place: number, status: number, body: AnswerBytes): void {
    const { id, name } = this.#calls[place] ?? { id: '', name: '' };
    const head = `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"status":${status},"body":`;
    this.#results[place] = [Buffer.from(head), ...body, Buffer.from('}')];
    this.#done.push(place);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}

function tooLarge(): AppError {
  const detail = 'The results of a batch are at most 64 MiB together; run this endpoint alone.';
  return new AppError('query_too_large', detail);
}
