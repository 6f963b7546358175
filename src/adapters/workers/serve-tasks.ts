import { setPriority } from 'node:os';
import Tinypool from 'tinypool';
import { stopwatchMs } from '../../base/clock.ts';
import { invariant } from '../../base/invariant.ts';
import { outcomeOfError, type WorkerMessage, type WorkerReply } from './worker-message.ts';
import type { WorkerTask } from './workers.ts';

/** Niceness of a thread where processors are few: the event loop comes first. */
const NICENESS = 5;

/** Any task. Each task has its own type of input, which only the sender of the task knows. */
export type AnyTask = WorkerTask<never, unknown>;

/** Makes the function that a thread runs for each message: it does the tasks of the list. */
export function serveTasks(tasks: readonly AnyTask[]): (message: WorkerMessage) => Promise<unknown> {
  standBack();
  const byName = new Map(tasks.map((task) => [task.name, task]));
  invariant(byName.size === tasks.length, 'two tasks have one name');
  return async ({ task: name, input }) => {
    const reply = await replyTo(byName.get(name), input);
    const transferred = reply.kind === 'done' ? buffersOf(reply.output) : [];
    const answer = { [Tinypool.transferableSymbol]: transferred, [Tinypool.valueSymbol]: reply };
    // The types of Tinypool do not export these symbols.
    return Tinypool.move(answer as unknown as Parameters<typeof Tinypool.move>[0]);
  };
}

/** Loading a task is no work of its caller. */
async function replyTo(task: AnyTask | undefined, input: unknown): Promise<WorkerReply> {
  let beganMs = stopwatchMs();
  const workedMs = (): number => stopwatchMs() - beganMs;
  try {
    invariant(task !== undefined, 'the list of tasks lacks a task');
    const work = await task.load();
    beganMs = stopwatchMs();
    const output = await work(input as never);
    return { kind: 'done', output, workedMs: workedMs() };
  } catch (error) {
    return { ...outcomeOfError(error), workedMs: workedMs() };
  }
}

/** Buffers that the output holds directly as bytes and that nothing else uses. */
function buffersOf(output: unknown): readonly ArrayBuffer[] {
  const candidates = output instanceof Uint8Array ? [output] : Object.values(output ?? {});
  const whole = candidates.filter(
    (value) => value instanceof Uint8Array && value.byteLength === value.buffer.byteLength,
  );
  return [...new Set(whole.map(({ buffer }) => buffer))];
}

/**
 * Lowers the priority of this thread. Linux has a priority for each thread, and 0 means the calling one; on other
 * systems the whole process would get the lower priority.
 */
function standBack(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS);
}
