import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { install } from './install.mjs';
import { runNode } from './node-to-run.mjs';

// `npm test`: installs what running and tests need, then runs the fast suite, or the one named by `--project`. Other
// arguments go on to vitest. The last line is a summary that scripts can read.
await install({ forTests: true });
const given = process.argv.slice(2);
const project = given.includes('--project') ? [] : ['--project', 'fast'];
const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-test-'));
const report = path.join(folder, 'report.json');
const code = await runNode([
  'node_modules/vitest/vitest.mjs',
  'run',
  ...project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...given,
]);
console.log(summarize(report, code));
rmSync(folder, { recursive: true });
process.exit(code);

/** `123 passed, 0 failed`. A file that could not be loaded counts as one failed test. */
function summarize(file, exitCode) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return `${numPassedTests} passed, ${numFailedTests + broken.length} failed`;
  } catch {
    // Without a report nothing ran; vitest has said why.
    return `0 passed, ${exitCode === 0 ? 0 : 1} failed`;
  }
}
