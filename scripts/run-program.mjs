import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/** The folder of the clone. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program on this terminal and passes signals on to it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, endsWithUs?: boolean }} options
 *   `endsWithUs`: the program is told by the end of its IPC channel that this process is gone, however that ended
 * @returns {Promise<number>} its exit code
 */
export function runProgram(command, args, { env = process.env, cwd = root, endsWithUs = false } = {}) {
  const stdio = endsWithUs ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio });
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
