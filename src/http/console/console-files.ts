import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** A file of a build. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The same, compressed when it was built; null where that saves nothing. */
  readonly brotli: Buffer | null;
}

/** What `/console/` can show. */
export type ConsoleState =
  | { readonly kind: 'ready'; readonly page: string; readonly assets: ReadonlyMap<string, ConsoleFile> }
  /** `since`: when that began, ISO 8601. */
  | { readonly kind: 'building'; readonly since: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'absent' };

/** As `scripts/console-folder.mjs` writes it. */
const stateFile = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), build: z.string().regex(/^[0-9a-f]{16}$/) }),
  z.object({ state: z.literal('building'), since: z.iso.datetime() }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);

/** What a build may hold; other files of it are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Twins of other files, as `Content-Encoding: br` takes them. */
const BROTLI = '.br';

/** The same place from `src` and from `dist`. */
const BUILT = path.resolve(import.meta.dirname, '../../../dist/console');

/**
 * The built console, read into memory when the first page asks for it, so that what a request names is looked for in a
 * map and never on the disk. Until it is built each look reads what the builder tells.
 */
export class ConsoleFiles {
  readonly #folder: string;
  #reading: Promise<ConsoleState> | undefined;

  /** @param folder of the builds and their `state.json` */
  constructor(folder: string = BUILT) {
    this.#folder = folder;
  }

  /** What there is now; once it is ready it stays as it is. */
  look(): Promise<ConsoleState> {
    if (this.#reading !== undefined) return this.#reading;
    const reading = readState(this.#folder);
    this.#reading = reading;
    const forget = (): void => {
      this.#reading = undefined;
    };
    reading.then(({ kind }) => {
      if (kind !== 'ready') forget();
    }, forget);
    return reading;
  }
}

async function readState(folder: string): Promise<ConsoleState> {
  const text = await readFile(path.join(folder, 'state.json'), 'utf8').catch(() => null);
  if (text === null) return { kind: 'absent' };
  const told = stateFile.parse(JSON.parse(text));
  if (told.state === 'building') return { kind: 'building', since: told.since };
  if (told.state === 'failed') return { kind: 'failed', reason: told.reason };
  const build = path.join(folder, told.build);
  const page = await readFile(path.join(build, 'index.html'), 'utf8').catch(() => null);
  return page === null ? { kind: 'absent' } : { kind: 'ready', page, assets: await readAssets(build) };
}

async function readAssets(build: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const folder = path.join(build, 'assets');
  const names = new Set(await readdir(folder));
  const read = (name: string): Promise<Buffer> => readFile(path.join(folder, name));
  const assets = [...names].flatMap((name) => {
    const contentType = CONTENT_TYPES[path.extname(name)];
    return contentType === undefined ? [] : [{ name, contentType }];
  });
  const files = assets.map(async ({ name, contentType }) => {
    const twin = `${name}${BROTLI}`;
    const [bytes, brotli] = await Promise.all([read(name), names.has(twin) ? read(twin) : null]);
    return [name, { contentType, bytes, brotli }] as const;
  });
  return new Map(await Promise.all(files));
}
