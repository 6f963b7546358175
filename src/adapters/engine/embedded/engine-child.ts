import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { newSecretBytes } from '../../../base/ids.ts';
import { StartupError } from '../../../base/startup-error.ts';
import { ClickHouseHttp, type EngineAddress, laneConnections } from '../clickhouse-http.ts';
import { engineCodeOf } from '../engine-error.ts';
import { READER_USER, WRITER_USER } from '../engine-secrets.ts';
import type { ChildOptions, ChildReady } from './child-contract.ts';
import { STUCK_REASON } from './stuck-queries.ts';

/** Threads of the child besides one per connection: stopping queries, new sessions. */
const MORE_THREADS = 4;
const END_TIMEOUT_MS = 5_000;
const MOST_ERROR_TEXT = 4096;

export type ChildStart = Omit<ChildOptions, 'workFolder' | 'secret'>;

/** A process with everything loaded that waits to be told where its engine is. It ends when its stdin does. */
export interface WaitingChild {
  readonly process: ChildProcess;
  /** Ends it unused. */
  end(): void;
}

/** Starts a process that may become a child later, so that loading takes no time then. It takes about 70 MB. */
export function startWaitingChild(places: ChildOptions['places']): WaitingChild {
  const child = spawnChild(places);
  const end = (): void => void child.kill('SIGKILL');
  // Where no process can be started now, the child starts when it is needed, and says why it does not.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  return { process: child, end };
}

/** How a child has ended. */
interface ChildExit {
  /** `exit code 1`, `SIGSEGV`; with the reason where the child or the engine gave one that holds nobody's values. */
  readonly reason: string;
  /** The end of what the engine said, which may quote queries: for the first start only, never for the log. */
  readonly errorText: string;
}

/** Thrown when another engine holds the folder. */
export class FolderInUseError extends StartupError {}

/** A running child process with the engine, and the connections to it. */
export class EngineChild {
  readonly #process: ChildProcess;
  readonly address: EngineAddress;
  readonly connection: ClickHouseHttp;
  /** The port on the network, where there is one. */
  readonly networkPort: number | undefined;
  /** Resolves when the process has ended. */
  readonly exited: Promise<ChildExit>;

  private constructor(
    child: ChildProcess,
    address: EngineAddress,
    connection: ClickHouseHttp,
    { exited, networkPort }: Pick<EngineChild, 'exited' | 'networkPort'>,
  ) {
    this.#process = child;
    this.address = address;
    this.connection = connection;
    this.networkPort = networkPort;
    this.exited = exited;
  }

  /**
   * @param waiting a process that has waited, with the same places
   * @throws FolderInUseError, or StartupError when the engine does not start
   */
  static async start(options: ChildStart, waiting?: WaitingChild): Promise<EngineChild> {
    const workFolder = mkdtempSync(path.join(tmpdir(), 'sluice-engine-'));
    const secret = newSecretBytes(32).toString('hex');
    const connections = laneConnections(options.places);
    const child = isThere(waiting) ? waiting.process : spawnChild(options.places);
    const exited = exitOf(child, workFolder);
    child.stdin?.write(`${JSON.stringify({ ...options, workFolder, secret } satisfies ChildOptions)}\n`);
    const { port, networkPort } = await whenReady(child, exited, options.folder);
    const address = {
      url: `http://127.0.0.1:${port}`,
      reader: { user: READER_USER, password: secret },
      writer: { user: WRITER_USER, password: secret },
    };
    return new EngineChild(child, address, new ClickHouseHttp(address, connections), { exited, networkPort });
  }

  get processId(): number {
    return this.#process.pid ?? 0;
  }

  /** Ends the process at once, also while the process is stopped. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Lets running requests end, then ends the process; after `timeoutMs` the process is killed. */
  async end(timeoutMs = END_TIMEOUT_MS): Promise<void> {
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), timeoutMs);
    await this.exited;
    clearTimeout(timer);
    await this.connection.destroy();
  }
}

/**
 * In a process group of its own, because the engine's shutdown signals the whole group. The environment is empty, so
 * that nothing of the service's secrets is there to be read.
 */
function spawnChild(places: ChildOptions['places']): ChildProcess {
  const threads = Object.values(laneConnections(places)).reduce((sum, count) => sum + count, MORE_THREADS);
  const isSource = import.meta.filename.endsWith('.ts');
  const file = path.join(import.meta.dirname, isSource ? 'child.ts' : 'child.js');
  const flags = isSource ? ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'] : [];
  return spawn(process.execPath, [...flags, file], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { UV_THREADPOOL_SIZE: String(threads), TZ: 'UTC' },
  });
}

/** False for one that has ended while it waited. */
function isThere(waiting: WaitingChild | undefined): waiting is WaitingChild {
  const { pid, exitCode, signalCode } = waiting?.process ?? {};
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function exitOf(child: ChildProcess, workFolder: string): Promise<ChildExit> {
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-MOST_ERROR_TEXT);
  });
  // A write to a child that has ended fails; the exit of the child is reported anyway.
  child.stdin?.on('error', () => undefined);
  const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve) => {
    child.once('error', (error) => resolve([null, error.message]));
    child.once('close', (...exit) => resolve(exit));
  });
  rmSync(workFolder, { recursive: true, force: true });
  return { reason: [signal ?? `exit code ${code}`, ...knownReasons(errorText)].join(': '), errorText };
}

function knownReasons(errorText: string): readonly string[] {
  if (errorText.includes(STUCK_REASON)) return [STUCK_REASON];
  const code = engineCodeOf(errorText);
  return code === 0 ? [] : [`engine error ${code}`];
}

async function whenReady(
  child: ChildProcess,
  exited: Promise<ChildExit>,
  folder: string,
): Promise<ChildReady> {
  const ready = await Promise.race([readyMessage(child), exited]);
  if ('port' in ready) return ready;
  const { reason, errorText } = ready;
  if (errorText.includes(FOLDER_IS_LOCKED))
    throw new FolderInUseError(
      `Another process uses the engine's folder ${folder}. An engine whose service was killed ends by itself: ` +
        'start again in a moment, or end that process.',
    );
  throw new StartupError(`The analytics engine did not start: ${[reason, errorText.trim()].join(' ')}`);
}

/** What the engine's error text says when another engine holds the folder. */
const FOLDER_IS_LOCKED = 'Cannot lock file';

function readyMessage(child: ChildProcess): Promise<ChildReady> {
  return new Promise((resolve) => {
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
}
