import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own, so that it has a core of its own and its processor time can be read. */
export interface ServerProcess {
  readonly port: number;
  readonly processId: number;
  /** What the process said of itself besides its port, such as a key. */
  readonly facts: Readonly<Record<string, string>>;
  /** Processor time used so far, microseconds. */
  cpuMicroseconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `file` with arguments as a child that calls `serveParent` when it listens. */
export async function startServerProcess(file: URL, args: readonly string[]): Promise<ServerProcess> {
  const child = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { port, facts } = await nextMessage<{ port: number; facts: Record<string, string> }>(child);
  return {
    port,
    processId: child.pid ?? 0,
    facts,
    cpuMicroseconds: async () => {
      child.send('cpu');
      const { user, system } = await nextMessage<NodeJS.CpuUsage>(child);
      return user + system;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.send('stop');
      await exited;
    },
  };
}

/** The child's side: says where it listens, answers questions, and ends with `stop`. */
export function serveParent(
  port: number,
  facts: Readonly<Record<string, string>>,
  stop: () => Promise<void>,
): void {
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.(process.cpuUsage());
    if (message === 'stop') void stop().then(() => process.exit(0));
  });
  process.send?.({ port, facts });
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message');
  return message;
}
