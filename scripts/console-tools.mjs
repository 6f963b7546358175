import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-program.mjs';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** Packages that build the console where development packages are absent (decision 0074). */
const toolsFolder = path.join(root, 'dist', 'console-tools');

/**
 * A folder that has `console/` and what builds it: the clone, where the development packages are installed, else one of
 * its own, filled from the lock file of the clone. Folders for earlier lock files go.
 * @param {(command: string, args: readonly string[], cwd: string) => Promise<void>} run
 */
export async function bringTools(run) {
  const lock = readJson(path.join(root, 'package-lock.json'));
  const needed = packagesOf(lock, importedPackages(lock.packages[''].devDependencies));
  if (isInstalled(needed, path.join(root, 'node_modules'))) return root;
  const text = JSON.stringify(lockFileOf(lock, needed), null, 2);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const folder = path.join(toolsFolder, name);
  if (!existsSync(path.join(folder, 'complete'))) {
    rmSync(toolsFolder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifestOf(lock, needed), null, 2));
    writeFileSync(path.join(folder, 'package-lock.json'), text);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefer-offline'];
    await run(npm, ['ci', '--include=dev', ...quiet], folder);
    writeFileSync(path.join(folder, 'complete'), '');
  }
  for (const source of ['console', 'docs/openapi.json', 'tsconfig.json']) {
    rmSync(path.join(folder, source), { recursive: true, force: true });
    cpSync(path.join(root, source), path.join(folder, source), { recursive: true });
  }
  return folder;
}

/** `'react'`, `"@tanstack/react-query"`, `'d3-scale/src/x'`: what stands behind `from`, `import` or `import(`. */
const IMPORTED = /(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g;

/** Development packages that the files of the console import, and the tool that bundles them. */
function importedPackages(devDependencies) {
  const files = readdirSync(path.join(root, 'console'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, 'console', file), 'utf8'));
  const named = new Set(texts.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name]) => name)));
  return Object.keys(devDependencies).filter((name) => name === 'vite' || named.has(name));
}

/** Places of these packages in the lock file, and of all that they need. */
function packagesOf({ packages }, names) {
  const places = new Set();
  const take = (name, from) => {
    const place = placeOf(packages, name, from);
    if (place === undefined || places.has(place)) return;
    places.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      take(next, place);
  };
  for (const name of names) take(name, '');
  return { names, places: [...places].sort(), packages };
}

/** As Node looks for it: below `from`, or below a folder above that. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

function manifestOf({ version }, { names, packages }) {
  const dependencies = names.map((name) => [name, packages[`node_modules/${name}`].version]);
  return {
    name: 'sluice-console-tools',
    version,
    private: true,
    dependencies: Object.fromEntries(dependencies),
  };
}

/** The part of the lock file that is needed, with its versions and checksums. */
function lockFileOf(lock, needed) {
  const { name, version, dependencies } = manifestOf(lock, needed);
  const entries = needed.places.map((place) => {
    const { dev, devOptional, ...locked } = needed.packages[place];
    return [place, devOptional === undefined ? locked : { ...locked, optional: true }];
  });
  const packages = { '': { name, version, dependencies }, ...Object.fromEntries(entries) };
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages };
}

/** Optional packages belong to other machines when they are absent. */
function isInstalled({ places, packages }, modules) {
  const file = path.join(modules, '.package-lock.json');
  if (!existsSync(file)) return false;
  const present = readJson(file).packages;
  return places.every((place) => {
    const found = present[place];
    return found === undefined ? packages[place].optional : found.version === packages[place].version;
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
