import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { processorWaitMs } from '../../src/adapters/engine/embedded/processor-wait.ts';
import { endWithThisProcess } from '../fixtures/end-with-this-process.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';

// An engine that gets no processor is told from one that hangs. [ENG-1.7]

/** Pings without an answer, of which three replace a child that hangs. */
const PINGS = 5;

test('a child that waits for a processor is not replaced, and its queries go on', async () => {
  let looks = 0;
  const { engine, close } = await startTestEngine({
    // As if both processes always waited.
    processorWaitMs: () => {
      looks += 1;
      return performance.now();
    },
  });
  onTestFinished(close);
  const before = engine.processId() ?? 0;
  process.kill(before, 'SIGSTOP');
  onTestFinished(() => void process.kill(before, 'SIGCONT'));
  const answer = engine.command('SELECT 1');
  const seen = looks;
  await expect.poll(() => looks, { timeout: 30_000 }).toBeGreaterThanOrEqual(seen + 2 * PINGS);
  expect(engine.isAnswering()).toBe(true);
  process.kill(before, 'SIGCONT');
  expect(Buffer.from((await answer).rows).toString()).toBe('[1]');
  expect(engine.processId()).toBe(before);
});

test('the system tells how long a process has waited for a processor', async () => {
  const busy = Array.from({ length: 2 * availableParallelism() }, () => startBusy());
  const waited = () => busy.reduce((sum, { pid = 0 }) => sum + processorWaitMs(pid), 0);
  // Half of them wait at each moment.
  await expect.poll(waited, { timeout: 30_000 }).toBeGreaterThan(500);
  expect(processorWaitMs(2 ** 22 + 1)).toBe(0);
});

function startBusy(): ChildProcess {
  const child = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  endWithThisProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
