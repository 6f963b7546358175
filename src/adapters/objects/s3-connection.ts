import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { ObjectsUnavailableError } from './object-store.ts';

export interface S3Options {
  /** Such as `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Stands before every key, without slashes at its ends; empty = the whole bucket. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True when the bucket stands in the path and not in the host name. */
  readonly isPathStyle: boolean;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The whole key, prefix included; empty = the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Longest silence of the server, milliseconds. */
  readonly timeoutMs: number;
  readonly attempts: number;
}

/** An error that the storage answered, or the absence of any answer. */
export class S3Error extends ObjectsUnavailableError {
  override readonly name = 'S3Error';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

const FIRST_PAUSE_MS = 100;
const MOST_ERROR_TEXT = 300;

/**
 * Sends signed requests to one bucket. Every request is safe to repeat, so a request that fails for a passing reason is
 * tried again.
 */
export class S3Connection {
  readonly #options: S3Options;
  readonly #agent = new Agent({ connections: 32, connect: { timeout: 2_000 } });
  readonly #address: string;

  constructor(options: S3Options) {
    this.#options = options;
    const url = new URL(options.endpoint);
    if (!options.isPathStyle) url.hostname = `${options.bucket}.${url.hostname}`;
    const folder = url.pathname.replace(/\/+$/, '');
    this.#address = `${url.origin}${folder}${options.isPathStyle ? `/${options.bucket}` : ''}`;
  }

  /** Returns an answer with a status of 2xx. @throws S3Error */
  async send(request: S3Request): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        if (attempt >= request.attempts || !isPassing(error)) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #sendOnce(request: S3Request): Promise<Dispatcher.ResponseData> {
    const { method, body, timeoutMs } = request;
    const url = new URL(`${this.#address}/${request.key}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const headers = await this.#sign(method, url, body ?? new Uint8Array(0));
    try {
      const response = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      if (response.statusCode < 300) return response;
      const text = await response.body.text();
      throw new S3Error(
        response.statusCode,
        `${method} was answered ${response.statusCode}: ${codeOf(text)}`,
      );
    } catch (error) {
      if (error instanceof S3Error) throw error;
      throw new S3Error(0, `${method} was not answered.`, error);
    }
  }

  /**
   * Signs a request. The signature covers the hash of the body, so the server refuses a body that was changed on its
   * way.
   */
  async #sign(method: string, url: URL, body: Uint8Array): Promise<Record<string, string>> {
    const { accessKeyId, secretAccessKey, region } = this.#options;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    });
    const { headers } = await signer.sign();
    // The connection itself sets the header `host`.
    return Object.fromEntries([...headers].filter(([name]) => name !== 'host'));
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof S3Error && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** `<Error><Code>NoSuchBucket</Code>...` → NoSuchBucket */
function codeOf(text: string): string {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? text.slice(0, MOST_ERROR_TEXT);
}
