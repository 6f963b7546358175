import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './run-program.mjs';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** Builds of the console, one folder each, and `state.json`, which the service reads (src/http/console). */
export const consoleFolder = path.join(root, 'dist', 'console');

/** What a build is made of: the console, the description of the API, and the versions of its libraries. */
const SOURCES = ['console', 'docs/openapi.json', 'package-lock.json'];

/** Names the build that the files at hand make: 16 hexadecimal digits. Takes a few milliseconds. */
export function nameBuild() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesBelow(source))) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Paths with `/`, in an order that does not depend on the machine. */
function filesBelow(source) {
  const place = path.join(root, source);
  if (!statSync(place).isDirectory()) return [source];
  const names = readdirSync(place).sort();
  return names.filter((name) => !name.startsWith('.')).flatMap((name) => filesBelow(`${source}/${name}`));
}

/** True when this build ended well. */
export function isBuilt(build) {
  return existsSync(path.join(consoleFolder, build, 'ready.json'));
}

/**
 * Tells the service what there is to serve; it never sees half a text.
 * @param {{ state: 'ready', build: string } | { state: 'building', since: string }
 *   | { state: 'failed', reason: string }} state
 */
export function tellState(state) {
  mkdirSync(consoleFolder, { recursive: true });
  const file = path.join(consoleFolder, 'state.json');
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.${process.pid}`, file);
}
