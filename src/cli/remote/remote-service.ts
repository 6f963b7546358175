import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientEnvironment } from '../../app/read-settings.ts';
import { parseJson } from '../../base/parse-json.ts';
import { writeJson } from '../../base/write-json.ts';
import { CommandError } from '../command-error.ts';
import { errorPlace } from './error-place.ts';

/** Options that every command which speaks to a running service takes. */
export interface RemoteFlags {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly project?: string;
  readonly dataDir?: string | undefined;
  readonly json?: boolean;
}

const credentialsSchema = z.looseObject({
  url: z.string(),
  project_id: z.number(),
  root_key: z.string(),
});

const JSON_TYPE = { 'content-type': 'application/json' };

const refusalSchema = z.looseObject({ code: z.string(), detail: z.string(), docs: z.string() });

/** An answer: its text as it came, for `--json` and files. */
export interface RemoteAnswer {
  readonly text: string;
  /** The parsed body, whole numbers exact; undefined without one, or when it is not JSON. */
  readonly body: unknown;
}

/** A running service, as the owner of a key sees it. */
export class RemoteService {
  readonly #url: string;
  readonly #key: string;
  /** Path of the project: `/api/projects/1`. */
  readonly project: string;

  constructor(url: string, key: string, projectId: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.project = `/api/projects/${encodeURIComponent(projectId)}`;
  }

  /** @throws CommandError `refused` with what the service says, `unreachable` when it does not answer or has failed */
  async call(method: string, target: string, body?: unknown): Promise<RemoteAnswer> {
    const json = body === undefined ? {} : { headers: JSON_TYPE, body: writeJson(body) };
    return this.#answer(await this.#send(target, { method, ...json }), body);
  }

  /** Sends a file as the body of a POST, as it is read. @throws CommandError as `call` */
  async sendFile(target: string, file: string): Promise<RemoteAnswer> {
    const headers = { 'content-type': 'application/octet-stream' };
    return this.#answer(await this.#send(target, { method: 'POST', headers, body: await openAsBlob(file) }));
  }

  /** The address of a link in an answer, which is a path where the service does not know its own. */
  addressOf(link: string): string {
    return link.startsWith('/') ? `${this.#url}${link}` : link;
  }

  /** The body of a GET, as it comes. @throws CommandError as `call` */
  async download(target: string): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.#send(target, {});
    if (!response.ok || response.body === null) await this.#answer(response);
    return response.body ?? Readable.from([]);
  }

  /** True when a service answers at the address. */
  async isRunning(): Promise<boolean> {
    return this.#send('/_livez', { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #answer(response: Response, sent?: unknown): Promise<RemoteAnswer> {
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const answer = { text, body: isJson && text !== '' ? parseJson(text) : undefined };
    if (response.ok) return answer;
    const refusal = refusalSchema.safeParse(answer.body);
    const reason = refusal.success
      ? [
          `${refusal.data.code}: ${refusal.data.detail}`,
          errorPlace(refusal.data, sent),
          this.addressOf(refusal.data.docs),
        ]
          .filter((line) => line !== null)
          .join('\n')
      : `${response.status} ${response.statusText}`;
    throw new CommandError(response.status < 500 ? 'refused' : 'unreachable', reason);
  }

  async #send(target: string, request: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#key}`, ...request.headers };
    try {
      return await fetch(`${this.#url}${target}`, { ...request, headers });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
      throw new CommandError('unreachable', `No service answers at ${this.#url}${cause}.`, { cause: error });
    }
  }
}

/**
 * The service that a command is about: from its options, else the environment, else `initial-credentials.json` of the
 * data folder.
 * @throws CommandError usage when no key is known, or what is known cannot be one
 */
export function connect(flags: RemoteFlags): RemoteService {
  const environment = clientEnvironment();
  const file = path.join(flags.dataDir ?? environment.dataDir, 'initial-credentials.json');
  const kept = existsSync(file) ? readCredentials(file) : undefined;
  const key = flags.key ?? environment.key ?? kept?.root_key;
  if (key === undefined)
    throw new CommandError(
      'usage',
      `No key: use --key, set SLUICE_KEY, or name the data folder (no ${file}).`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError('usage', 'The key contains characters that no key can have.');
  const url = flags.url ?? environment.url ?? kept?.url ?? 'http://127.0.0.1:8700';
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CommandError('usage', `The address ${url} must be like http://127.0.0.1:8700.`);
  return new RemoteService(url, key, flags.project ?? environment.project ?? String(kept?.project_id ?? 1));
}

/** True when `connect` finds a key. @throws CommandError usage as `connect` */
export function isKeyKnown({ key, dataDir }: RemoteFlags): boolean {
  const environment = clientEnvironment();
  const file = path.join(dataDir ?? environment.dataDir, 'initial-credentials.json');
  return key !== undefined || environment.key !== undefined || existsSync(file);
}

/** The service that runs on the data folder; null when none runs or none is known. */
export async function findService(flags: RemoteFlags): Promise<RemoteService | null> {
  const folder = flags.dataDir ?? clientEnvironment().dataDir;
  if (!existsSync(path.join(folder, 'initial-credentials.json'))) return null;
  const service = connect(flags);
  return (await service.isRunning()) ? service : null;
}

/** What a first start wrote. @throws CommandError usage when it is something else */
export function readCredentials(file: string): z.output<typeof credentialsSchema> {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // Its text may hold keys, so nothing of it is repeated.
    throw new CommandError('usage', `${file} cannot be read as credentials; use --key and --url.`, {
      cause: error,
    });
  }
}
