import { spawn } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { consoleFolder, isBuilt, nameBuild, tellState } from './console-folder.mjs';
import { bringTools } from './console-tools.mjs';

// Builds the console into `dist/console/<build>`, unless it is there; `npm run console:build`. `--beside`: beside a
// service that is starting, with the lowest priority, and without a word but for a failure. `--alone`: keeps no other
// build, for the package.

const isBeside = process.argv.includes('--beside');
const mostKept = process.argv.includes('--alone') ? 1 : 2;
const build = nameBuild();
const unfinished = path.join(consoleFolder, `${build}.tmp-${process.pid}`);
let running;

if (isBeside) {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  // Whoever began it is gone, however that ended.
  process.once('disconnect', giveUp);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, giveUp);

try {
  if (!isBuilt(build)) await make();
  // The time of its last use: the oldest goes first.
  utimesSync(path.join(consoleFolder, build), new Date(), new Date());
  removeOldBuilds();
  tellState({ state: 'ready', build });
  if (!isBeside)
    console.log(`The console is in ${path.relative(process.cwd(), path.join(consoleFolder, build))}.`);
  process.exit(0);
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true });
  const reason = error instanceof Error ? error.message : String(error);
  tellState({ state: 'failed', reason });
  console.error(
    `The console could not be built${isBeside ? '; the service runs without it' : ''}: ${reason}`,
  );
  process.exit(1);
}

async function make() {
  tellState({ state: 'building', since: new Date().toISOString() });
  const folder = await bringTools(run);
  mkdirSync(unfinished, { recursive: true });
  const vite = path.join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = path.join(folder, 'console', 'vite.config.ts');
  const options = ['--config', config, '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'warn'];
  await run(process.execPath, [vite, 'build', ...options], folder);
  compressAssets(path.join(unfinished, 'assets'));
  writeFileSync(path.join(unfinished, 'ready.json'), `${JSON.stringify({ build })}\n`);
  try {
    renameSync(unfinished, path.join(consoleFolder, build));
  } catch (error) {
    // Another process was faster.
    if (!isBuilt(build)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Runs a program that says something only when it fails; the end of that is the error. */
function run(command, args, cwd) {
  // Whoever asks for a build, such as a test, gets that of the product.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-2_000);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const name = path.basename(args.find((arg) => arg.endsWith('.js')) ?? command);
      if (code === 0) resolve();
      else reject(new Error(`${name} ended with ${code}: ${said.trim() || 'no word'}`));
    });
  });
}

/** A twin `<name>.br` for each file that gets smaller by it. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json|txt)$/.test(name)) continue;
    const bytes = readFileSync(path.join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

/** The last ones that ended well stay; what others left unfinished an hour ago goes. */
function removeOldBuilds() {
  const entries = readdirSync(consoleFolder)
    .filter((name) => name !== 'state.json')
    .map((name) => ({ name, usedMs: statSync(path.join(consoleFolder, name)).mtimeMs }))
    .sort((a, b) => b.usedMs - a.usedMs);
  const builds = entries.filter(({ name }) => isBuilt(name));
  const hourAgo = Date.now() - 3_600_000;
  const unfinishedOnes = entries.filter(({ name, usedMs }) => !isBuilt(name) && usedMs < hourAgo);
  for (const { name } of [...builds.slice(mostKept), ...unfinishedOnes])
    rmSync(path.join(consoleFolder, name), { recursive: true, force: true });
}

function giveUp() {
  running?.kill('SIGKILL');
  rmSync(unfinished, { recursive: true, force: true });
  process.exit(1);
}
