import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { table as placesOfSenders } from '../abuse/cases/places-of-senders.ts';
import type { SoakCounts } from './soak-counts.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
export const ROOT_KEY = 'slp_soakRootKey0123456789abcdef';

export interface SoakAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is not there shows as a wrong answer.
  readonly json: any;
}

export interface SoakCall {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose call it is, for the counts. */
  readonly who?: string;
}

/** A service on one port and folder, started again as often as it is killed. */
export class SoakService {
  readonly #folder: string;
  readonly #counts: SoakCounts;
  #child: ChildProcess | undefined;
  #engine: number | undefined;
  #url = '';
  #port = '0';
  /** Said by the process that lives, for a failure to be understood. */
  #said: string[] = [];

  constructor(folder: string, counts: SoakCounts) {
    this.#folder = folder;
    this.#counts = counts;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    for (let tries = 0; tries < 40; tries += 1) {
      if (await this.#tryToStart()) return;
      await delay(500);
    }
    throw new Error(`the service does not start: ${this.#said.slice(-5).join('\n')}`);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  signalEngine(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    try {
      if (this.#engine !== undefined) process.kill(this.#engine, signal);
    } catch {
      // It has ended by itself meanwhile: the service replaces an engine that hangs.
    }
  }

  look(): void {
    if (this.#child?.pid !== undefined) this.#counts.read(this.#child.pid);
  }

  /** One call; refusals of 5xx are counted by their code, an absent service as `away`. Never throws. */
  async call(
    method: string,
    target: string,
    { body, key = ROOT_KEY, headers, who = '' }: SoakCall = {},
  ): Promise<SoakAnswer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    try {
      const answer = await fetch(new URL(target, this.#url), {
        method,
        signal: AbortSignal.timeout(120_000),
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(!isRaw && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
      const json = isJson && text !== '' ? JSON.parse(text) : null;
      if (answer.status >= 500) this.#counts.add(`${who}${answer.status} ${json?.code ?? 'in text'}`);
      return { status: answer.status, text, json };
    } catch (error) {
      this.#counts.add(`${who}away`);
      return { status: 0, text: String(error), json: null };
    }
  }

  async #tryToStart(): Promise<boolean> {
    const child = spawn(process.execPath, [MAIN, 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        SLUICE_DATA_DIR: this.#folder,
        SLUICE_PORT: this.#port,
        SLUICE_RATE_LIMITS: 'off',
        SLUICE_TEST_CLOCK: 'on',
        SLUICE_ROOT_KEY: ROOT_KEY,
        // So that the tenant that sends addresses has them looked up.
        SLUICE_GEOIP_FILE: String(placesOfSenders.settings?.geoipFile),
      },
    });
    this.#said = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#said = [...this.#said.slice(-50), line];
      if (/"where":"(request|build)".*"msg":"failure"/.test(line)) this.#counts.failed(line);
      const id = /"event":"started","detail":"process (\d+)"/.exec(line)?.[1];
      if (id !== undefined) this.#engine = Number(id);
    });
    const ready = Promise.withResolvers<boolean>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /is ready on (http:\S+)/.exec(line)?.[1];
      if (url === undefined) return;
      this.#url = url;
      this.#port = new URL(url).port;
      ready.resolve(true);
    });
    child.once('exit', () => ready.resolve(false));
    this.#child = child;
    return ready.promise;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
