import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** The folder of the clone. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const modules = path.join(root, 'node_modules');

/** Installs the packages of package-lock.json with visible progress, unless exactly these are there. */
export async function installPackages() {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  if (isInstalled(wanted, readPackages(path.join(modules, '.package-lock.json')))) return;
  console.log(`Installing ${wanted.size} packages (once, about 1 GB on disk) ...`);
  const startedMs = Date.now();
  const stop = process.stdout.isTTY ? () => {} : reportProgress(wanted.size, startedMs);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lock file that lacks the optional binaries of other platforms (decision 0005).
  const code = await run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {});
  stop();
  if (code !== 0) {
    console.error(`npm install failed with exit code ${code}. The lines above say why.`);
    process.exit(code);
  }
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
}

/**
 * Runs a script under the Node version that the clone pins, and ends as it ends: same exit code, same signal.
 * Returns the exit code when `thenExit` is false.
 * @param {readonly string[]} args script and arguments
 * @param {{ env?: Record<string, string | undefined>, thenExit?: boolean }} options
 */
export async function runPinnedNode(args, { env = process.env, thenExit = true } = {}) {
  const code = await run(path.join(modules, 'node', 'bin', 'node'), args, { env });
  if (thenExit) process.exit(code);
  return code;
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
  return present.size > 0 && existsSync(path.join(modules, 'node', 'bin', 'node'));
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
function run(command, args, { env = process.env }) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  // On a terminal Ctrl-C reaches the child by itself; a second one would end it before it has finished.
  const onInterrupt = process.stdin.isTTY ? () => {} : forward;
  process.on('SIGINT', onInterrupt).on('SIGTERM', forward).on('SIGHUP', forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', forward).off('SIGHUP', forward);
      if (signal !== null) process.kill(process.pid, signal);
      else resolve(code ?? 1);
    });
  });
}
