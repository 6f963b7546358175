import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// What `npm start` builds beside the service, in a copy of the clone with a console of one line. [CON-20.8] and
// [CON-20.9].

const ROOT = resolve(import.meta.dirname, '../..');

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8'));

function copyClone(): string {
  const folder = temporaryFolder();
  const isWanted = (path: string) => !/node_modules|\.test\.tsx?$/.test(path);
  for (const part of ['scripts', 'console', 'docs/openapi.json', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isWanted });
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  return folder;
}

/** A copy whose console is built in no time. */
function copyWithSmallConsole(): string {
  const folder = copyClone();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  rmSync(join(folder, 'console/src'), { recursive: true });
  mkdirSync(join(folder, 'console/src'));
  writeMain(folder, 'document.title = "one";');
  return folder;
}

const writeMain = (folder: string, text: string): void =>
  writeFileSync(join(folder, 'console/src/main.tsx'), text);

async function build(folder: string, ...args: string[]): Promise<string> {
  const script = join(folder, 'scripts/build-console.mjs');
  const { stderr } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).catch(
    (error: { readonly stderr: string }) => error,
  );
  return stderr;
}

const stateOf = (folder: string): { readonly state: string; readonly build?: string } =>
  JSON.parse(readFileSync(join(folder, 'dist/console/state.json'), 'utf8'));

const buildsOf = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'dist/console')).filter((name) => name !== 'state.json');

test('a build is named by its sources, made once, and two of them stay', async () => {
  const folder = copyWithSmallConsole();
  await build(folder);
  const first = stateOf(folder).build ?? '';
  const page = readFileSync(join(folder, 'dist/console', first, 'index.html'), 'utf8');
  expect(page.match(/nonce="SLUICE-NONCE"/g)?.length).toBeGreaterThan(2);
  const assets = readdirSync(join(folder, 'dist/console', first, 'assets'));
  expect(assets.filter((name) => name.endsWith('.js')).map((name) => `${name}.br`)).toEqual(
    assets.filter((name) => name.endsWith('.br')),
  );
  expect(existsSync(join(folder, 'dist/console', first, 'licenses.txt'))).toBe(true);

  const madeMs = statSync(join(folder, 'dist/console', first, 'ready.json')).mtimeMs;
  await build(folder);
  expect(stateOf(folder)).toEqual({ state: 'ready', build: first });
  expect(statSync(join(folder, 'dist/console', first, 'ready.json')).mtimeMs).toBe(madeMs);

  writeMain(folder, 'document.title = "two";');
  await build(folder);
  expect(stateOf(folder).build).not.toBe(first);
  expect(buildsOf(folder).length).toBe(2);

  writeMain(folder, 'document.title = "three";');
  await build(folder);
  expect(buildsOf(folder).length).toBe(2);
  expect(buildsOf(folder)).not.toContain(first);
  await build(folder, '--alone');
  expect(buildsOf(folder)).toEqual([stateOf(folder).build]);
});

test('a build that fails says why, leaves nothing, and is no end of the one before', async () => {
  const folder = copyWithSmallConsole();
  await build(folder);
  const before = buildsOf(folder);
  writeMain(folder, "import 'no-such-package';");
  const told = await build(folder);
  expect(told).toMatch(/^The console could not be built: .*no-such-package/s);
  expect(stateOf(folder)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('no-such-package'),
  });
  expect(buildsOf(folder)).toEqual(before);
});

interface Tools {
  bringTools(run: (command: string, args: readonly string[], cwd: string) => Promise<void>): Promise<string>;
}

test('what builds it and is not installed comes from the lock file, whole and with its checksums', async () => {
  const folder = copyClone();
  const { bringTools }: Tools = await import(join(folder, 'scripts/console-tools.mjs'));
  const calls: string[] = [];
  const place = await bringTools(
    async (command, args, cwd) => void calls.push(`${command} ${args[0]} ${cwd}`),
  );
  expect(place.startsWith(join(folder, 'dist/console-tools'))).toBe(true);
  expect(calls).toEqual([`npm ci ${place}`]);
  expect(existsSync(join(place, 'console/vite.config.ts'))).toBe(true);

  const [all, cut] = [readLock(join(ROOT, 'package-lock.json')), readLock(join(place, 'package-lock.json'))];
  const { '': itself, ...packages } = cut.packages;
  expect(Object.keys(itself?.dependencies ?? {})).toEqual(
    expect.arrayContaining(['vite', '@vitejs/plugin-react', 'react', 'react-dom']),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(10);
  expect(
    Object.keys(packages).filter((name) =>
      /^node_modules\/(?:typescript$|vitest$|playwright-core$|@types\/)/.test(name),
    ),
  ).toEqual([]);
  for (const [name, { version, integrity, dependencies = {} }] of Object.entries(packages)) {
    expect({ version, integrity }, name).toEqual({
      version: all.packages[name]?.version,
      integrity: all.packages[name]?.integrity,
    });
    for (const needed of Object.keys(dependencies))
      expect(
        placesFrom(name, needed).some((place) => packages[place] !== undefined),
        needed,
      ).toBe(true);
  }
  await bringTools(async () => expect.unreachable('they are there'));
});

/** Where Node looks for a package that another one imports: below that, and below every folder above. */
function placesFrom(place: string, needed: string): readonly string[] {
  const folders = place.split(/(?<=^|\/)node_modules\//).slice(1);
  return [...folders.keys(), folders.length].map((count) =>
    [...folders.slice(0, count).map((folder) => folder.replace(/\/$/, '')), needed]
      .map((name) => `node_modules/${name}`)
      .join('/'),
  );
}
