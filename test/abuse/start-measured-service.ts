import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { GivenSettings } from '../../src/app/config.ts';
import type { AbuseCall, AbusedService, Answered } from './abuse-case.ts';
import type { LoopReading } from './loop-meter.ts';
import type { Order, Report } from './measured-service.ts';

const PROGRAM = path.join(import.meta.dirname, 'measured-service.ts');

/** A service in a process of its own whose event loop can be measured. */
export interface MeasuredService extends AbusedService {
  /** The longest step of the service's loop while `work` runs. */
  measure(work: () => Promise<unknown>): Promise<LoopReading>;
  close(): Promise<void>;
}

/** Starts it with a new data folder; the settings are those of `startTestService`. */
export async function startMeasuredService(settings: GivenSettings = {}): Promise<MeasuredService> {
  const child = fork(PROGRAM, [JSON.stringify(settings)], { execArgv: [] });
  const exit = once(child, 'exit');
  const ended = exit.then(([code]) => Promise.reject(new Error(`the measured service ended with ${code}`)));
  // Nobody may be waiting when it ends.
  ended.catch(() => undefined);
  const next = async (): Promise<Report> => (await Promise.race([once(child, 'message'), ended]))[0];
  const order = async (message: Order): Promise<LoopReading | null> => {
    const answered = next();
    child.send(message);
    const answer = await answered;
    return answer.kind === 'done' ? answer.reading : null;
  };
  const ready = await next();
  if (ready.kind !== 'ready') throw new Error('the measured service began with another message');
  const { url, rootKey, captureToken } = ready;
  return {
    url,
    rootKey,
    captureToken,
    call: (method, target, call) => send(new URL(target, `${url}/api/projects/1/`), method, rootKey, call),
    execute: async (sql) => void (await order({ kind: 'execute', sql })),
    measure: async (work) => {
      await order({ kind: 'begin' });
      await work();
      const reading = await order({ kind: 'end' });
      if (reading === null) throw new Error('nothing was measured');
      return reading;
    },
    close: async () => {
      child.disconnect();
      await exit;
    },
  };
}

async function send(
  url: URL,
  method: string,
  rootKey: string,
  { body, headers, key = rootKey }: AbuseCall = {},
): Promise<Answered> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: bytesOf(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, code: codeIn(text), text };
}

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** Answers may be large, so that they are not read as a whole. */
function codeIn(text: string): string | undefined {
  return /"code":"(\w+)"/.exec(text.slice(0, 10_000))?.[1];
}
