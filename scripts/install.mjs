import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fetchNode } from './node-to-run.mjs';
import { runNpm } from './run-npm.mjs';
import { root } from './run-program.mjs';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

const modules = path.join(root, 'node_modules');

/**
 * Installs what running the service needs, or all that tests and checks need too: the packages of package-lock.json,
 * unless they are there, and a Node where this one is too old. What is there and not needed stays.
 * @param {{ forTests: boolean }} purpose
 */
export async function install({ forTests }) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const present = readPackages(path.join(modules, '.package-lock.json'));
  const all = forTests || [...present.values()].some(({ dev }) => dev);
  const needed = new Map([...wanted].filter(([, { dev }]) => all || !dev));
  if (!isInstalled(needed, present)) await installPackages(needed, { all, isFirst: present.size === 0 });
  await fetchNode();
}

async function installPackages(needed, { all, isFirst }) {
  console.log(`Installing ${needed.size} packages (once, ${all ? '0.9' : '0.6'} GB on disk) ...`);
  const startedMs = Date.now();
  const stop = process.stdout.isTTY ? () => {} : reportProgress(needed.size, startedMs);
  // `npm ci` begins with an empty folder; an update keeps the packages that stay, and is no less bound to the lock
  // file.
  await runNpm([
    ...(isFirst ? ['ci'] : ['install', '--no-save']),
    ...(all ? ['--include=dev'] : ['--omit=dev']),
  ]);
  stop();
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
}

/** Each package of a lock file by its place; empty when there is no such file. */
function readPackages(file) {
  if (!existsSync(file)) return new Map();
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(packages).filter(([place]) => place !== ''));
}

/** Optional packages belong to other machines when they are absent. */
function isInstalled(needed, present) {
  for (const [place, { version, optional }] of needed) {
    const installed = present.get(place);
    if (installed === undefined ? !optional : installed.version !== version) return false;
  }
  return present.size > 0;
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
