import { runProgram } from './run-program.mjs';

// A file of its own, because both the packages and the pinned Node come by npm.

/** Runs npm, whose own lines say what went wrong; ends this process with npm's exit code when it fails. */
export async function runNpm(args, options = {}) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const code = await runProgram(npm, [...args, ...quiet], options);
  if (code === 0) return;
  console.error(`npm ${args[0]} failed with exit code ${code}. The lines above say why.`);
  process.exit(code);
}
