import { spawn } from 'node:child_process';
import path from 'node:path';
import { isBuilt, nameBuild, tellState } from './console-folder.mjs';
import { programToRun } from './node-to-run.mjs';
import { root } from './run-program.mjs';

// Plain JavaScript for Node 20 and newer, without dependencies: this runs before anything is installed.

/**
 * Decides whether the console has to be built, and tells the service; call it before that starts. What it returns
 * begins the building, once the service is under way; what that returns ends it.
 * @returns {() => () => void}
 */
export function planConsole() {
  if (/^(off|0|false|no)$/i.test(process.env.SLUICE_CONSOLE ?? '')) return () => () => {};
  const build = nameBuild();
  if (isBuilt(build)) {
    tellState({ state: 'ready', build });
    return () => () => {};
  }
  tellState({ state: 'building', since: new Date().toISOString() });
  return () => {
    const script = path.join(root, 'scripts', 'build-console.mjs');
    const child = spawn(programToRun(), [script, '--beside'], {
      cwd: root,
      // Told by the end of the channel that this process is gone.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', (error) => tellState({ state: 'failed', reason: error.message }));
    child.unref();
    child.channel?.unref();
    return () => child.kill();
  };
}
