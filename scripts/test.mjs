import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { install } from './install.mjs';
import { runNode } from './node-to-run.mjs';

// `npm test`: installs what running and tests need, then runs the fast suite, or the one named by `--project`. Other
// arguments go on to vitest. Ends with a line for each test that failed and, last, a summary that scripts can read.
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

/** `failed: FILE > TEST: MESSAGE` for each test that failed, then `123 passed, 1 failed`. */
function summarize(file, exitCode) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const failures = testResults.flatMap(failuresOf);
    return [...failures, `${numPassedTests} passed, ${failures.length} failed`].join('\n');
  } catch {
    // Without a report nothing ran; vitest has said why.
    return `0 passed, ${exitCode === 0 ? 0 : 1} failed`;
  }
}

/** A file that could not be loaded counts as one failed test. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [failure(file, message)];
  return tests.map(({ fullName, failureMessages }) => failure(`${file} > ${fullName}`, failureMessages[0]));
}

/** One line, of its message the first line alone. */
function failure(test, message) {
  const [firstLine] = (message ?? '').trim().split('\n');
  return `failed: ${test}: ${firstLine.slice(0, 300)}`;
}
