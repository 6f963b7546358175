import type { Dispatcher } from 'undici';
import { stopwatchMs } from '../../base/clock.ts';
import { checkObjectKey } from './object-key.ts';
import type { ObjectFacts, ObjectStore } from './object-store.ts';
import { S3Connection, S3Error, type S3Options, type S3Request } from './s3-connection.ts';

/** Size of a part of a large object. S3 takes 10,000 parts of at least 5 MiB, so an object may have 78 GiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts sent at the same time. A large object takes the memory of these parts and of the one that is being filled. */
const PARTS_AT_ONCE = 2;

/** Reads give up early on a storage that is down, because the answer can be had in another way. */
const READING = { timeoutMs: 3_000, attempts: 2 };
const WRITING = { timeoutMs: 60_000, attempts: 4 };

/** How long `peek` trusts what it last learned of an object. */
const FACTS_AGE_MS = 5_000;
const MOST_FACTS = 10_000;

/** Objects in a bucket of S3 or a storage that speaks its protocol. */
export class S3ObjectStore implements ObjectStore {
  readonly #connection: S3Connection;
  readonly #prefix: string;
  readonly #facts = new Map<string, { readonly facts: ObjectFacts | undefined; readonly atMs: number }>();

  constructor(options: S3Options) {
    this.#connection = new S3Connection(options);
    this.#prefix = options.prefix === '' ? '' : `${options.prefix}/`;
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#discard(this.#keyed({ method: 'PUT', key, body, ...WRITING }));
    this.#facts.delete(key);
  }

  async putStream(key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = inParts(body, PART_BYTES);
    const first = await parts.next();
    if (first.done) return this.put(key, new Uint8Array(0));
    const second = await parts.next();
    if (second.done) return this.put(key, first.value);
    await this.#putParts(key, joined([first.value, second.value], parts));
    this.#facts.delete(key);
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const response = await this.#find({ method: 'GET', key });
    return response && new Uint8Array(await response.body.arrayBuffer().catch(throwBroken));
  }

  async getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const response = await this.#find({ method: 'GET', key });
    return response && wholeBytes(response.body);
  }

  async stat(key: string): Promise<ObjectFacts | undefined> {
    const response = await this.#find({ method: 'HEAD', key });
    await response?.body.dump();
    const facts = response && factsOf(response);
    if (this.#facts.size >= MOST_FACTS) this.#facts.clear();
    this.#facts.set(key, { facts, atMs: stopwatchMs() });
    return facts;
  }

  peek(key: string): ObjectFacts | 'unknown' | undefined {
    const known = this.#facts.get(key);
    return known === undefined || stopwatchMs() - known.atMs > FACTS_AGE_MS ? 'unknown' : known.facts;
  }

  fileOf(): null {
    return null;
  }

  /** Uses the first form of the listing: its marker is a key, which every storage understands. */
  async list(prefix: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let isTruncated = true, marker = ''; isTruncated; marker = keys.at(-1) ?? '') {
      const query = {
        prefix: this.#prefix + prefix,
        ...(marker !== '' && { marker: this.#prefix + marker }),
      };
      const page = await this.#text({ method: 'GET', key: '', query, ...WRITING });
      const found = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
      keys.push(...found.map((key) => key.slice(this.#prefix.length)));
      isTruncated = found.length > 0 && page.includes('<IsTruncated>true</IsTruncated>');
    }
    return keys;
  }

  async delete(key: string): Promise<void> {
    this.#facts.delete(key);
    await this.#discard(this.#keyed({ method: 'DELETE', key, ...WRITING }));
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #putParts(key: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const begun = await this.#text(this.#keyed({ method: 'POST', key, query: { uploads: '' }, ...WRITING }));
    const uploadId = /<UploadId>([^<]+)</.exec(begun)?.[1];
    if (uploadId === undefined) throw new S3Error(0, 'The storage gave no id for an upload in parts.');
    try {
      const tags = await this.#uploadParts(key, uploadId, parts);
      await this.#completeUpload(key, uploadId, tags);
    } catch (error) {
      // When the abort fails too, the storage's own clean-up removes the parts. The first error is the one to report.
      const abort = this.#keyed({ method: 'DELETE', key, query: { uploadId }, ...READING });
      await this.#discard(abort).catch(() => undefined);
      throw error;
    }
  }

  async #uploadParts(
    key: string,
    uploadId: string,
    parts: AsyncIterable<Uint8Array>,
  ): Promise<readonly string[]> {
    const tags: string[] = [];
    const running = new Set<Promise<void>>();
    let partNumber = 0;
    for await (const body of parts) {
      if (running.size >= PARTS_AT_ONCE) await Promise.race(running);
      partNumber += 1;
      const place = partNumber - 1;
      const query = { partNumber: String(partNumber), uploadId };
      const sending = this.#connection
        .send(this.#keyed({ method: 'PUT', key, query, body, ...WRITING }))
        .then(async (response) => {
          await response.body.dump();
          tags[place] = String(response.headers['etag']);
        });
      const tracked = sending.finally(() => running.delete(tracked));
      // The race or `Promise.all` below reports a failure. Until then this keeps the rejection from being unhandled.
      tracked.catch(() => undefined);
      running.add(tracked);
    }
    await Promise.all(running);
    return tags;
  }

  async #completeUpload(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    // Sent once: a repetition of a request that has succeeded would find no upload.
    const answer = await this.#text(
      this.#keyed({ method: 'POST', key, query: { uploadId }, body, ...WRITING, attempts: 1 }),
    );
    // The status is sent before the parts are joined, so an error may follow it.
    if (answer.includes('<Error>')) throw new S3Error(200, 'The storage could not join the parts.');
  }

  /** Resolves with undefined when there is no such object. */
  async #find(request: Pick<S3Request, 'method' | 'key'>): Promise<Dispatcher.ResponseData | undefined> {
    try {
      return await this.#connection.send(this.#keyed({ ...request, ...READING }));
    } catch (error) {
      if (error instanceof S3Error && error.status === 404) return undefined;
      throw error;
    }
  }

  #keyed(request: S3Request): S3Request {
    checkObjectKey(request.key);
    return { ...request, key: this.#prefix + request.key };
  }

  async #text(request: S3Request): Promise<string> {
    return (await this.#connection.send(request)).body.text().catch(throwBroken);
  }

  async #discard(request: S3Request): Promise<void> {
    await (await this.#connection.send(request)).body.dump();
  }
}

/** An answer that breaks off is a failure of the storage or of the network and says nothing about the object. */
function throwBroken(cause: unknown): never {
  throw new S3Error(0, 'The answer broke off.', cause);
}

async function* wholeBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    throwBroken(error);
  }
}

function factsOf({ headers }: Dispatcher.ResponseData): ObjectFacts {
  const bytes = Number(headers['content-length'] ?? 0);
  const etag = String(headers['etag']).replaceAll('"', '');
  return { bytes, tag: `${headers['etag']} ${headers['last-modified']} ${bytes}`, etag };
}

/** Cuts a stream into pieces of exactly `size` bytes; the last may be shorter. */
async function* inParts(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of bytes) {
    let rest = piece;
    while (heldBytes + rest.length >= size) {
      const end = size - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      [held, heldBytes] = [[], 0];
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

async function* joined<Value>(
  first: readonly Value[],
  rest: AsyncIterable<Value>,
): AsyncGenerator<Value, void, undefined> {
  yield* first;
  yield* rest;
}
