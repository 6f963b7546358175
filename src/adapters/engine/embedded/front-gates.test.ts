import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EngineException } from '../engine-error.ts';
import { KILL_STATEMENT } from '../statements/session-statements.ts';
import { FrontGates } from './front-gates.ts';
import type { FrontRequest } from './front-request.ts';

// [ENG-14.6]

const REQUEST: FrontRequest = {
  user: 'reader',
  lane: undefined,
  deadlineMs: undefined,
  sql: 'SELECT 1',
  data: undefined,
  database: 'p_1',
  format: '',
  parameters: {},
  settings: { priority: 1 },
  queryId: undefined,
  waitsForEnd: true,
};

/** Lets requests in that end when they are told to. */
function gatesOf(places = { read: 2, long: 1 }) {
  const gates = new FrontGates(places);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string, given: Partial<FrontRequest> = {}, gone = new AbortController()) =>
    gates.within({ ...REQUEST, ...given }, gone.signal, async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { running, send, end };
}

test('as many run at once as the lane has places, from however many services, and projects take turns', async () => {
  const { running, send, end } = gatesOf();
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name));
  all.push(send('other', { database: 'p_2' }));
  await turn();
  expect(running).toEqual(['a', 'b']);
  await end('a');
  expect(running).toEqual(['b', 'c']);
  await end('b');
  expect(running).toEqual(['c', 'other']);
  for (const name of ['c', 'other', 'd']) await end(name);
  await Promise.all(all);
});

test('lanes do not wait for one another', async () => {
  const { running, send } = gatesOf({ read: 1, long: 1 });
  void send('read');
  void send('read again');
  void send('long', { settings: { priority: 10 } });
  void send('look-up', { user: 'writer', lane: 'lookup' });
  void send('write', { user: 'writer' });
  await turn();
  expect(running).toEqual(['read', 'long', 'look-up', 'write']);
});

test('a reader has the lane of its priority, whatever it says', async () => {
  const { running, send } = gatesOf({ read: 1, long: 1 });
  void send('one', { lane: 'control' });
  void send('two', { lane: 'bulk' });
  await turn();
  expect(running).toEqual(['one']);
});

test('what stops queries never waits, and ends the wait of its query', async () => {
  const { running, send } = gatesOf({ read: 1, long: 1 });
  void send('running');
  await turn();
  const waiting = expect(send('waiting', { queryId: 'run-2' })).rejects.toThrow('was stopped');
  const parameters = { run_id: 'run-2' };
  for (const name of ['kill', 'kill again', 'and again'])
    void send(name, { user: 'writer', lane: 'control', sql: KILL_STATEMENT, parameters });
  await waiting;
  expect(running).toEqual(['running', 'kill', 'kill again', 'and again']);
});

test('who leaves does not wait any longer', async () => {
  const { running, send, end } = gatesOf({ read: 1, long: 1 });
  const gone = new AbortController();
  void send('first');
  const leaving = expect(send('second', {}, gone)).rejects.toThrow('has left');
  gone.abort(new Error('has left'));
  await leaving;
  await end('first');
  expect(running).toEqual([]);
});

test('more than wait for one project are refused', async () => {
  const { send } = gatesOf({ read: 1, long: 1 });
  for (let sent = 0; sent < 257; sent += 1) void send(`${sent}`);
  await expect(send('too many')).rejects.toMatchObject({ engineCode: 202 });
  await expect(send('too many')).rejects.toThrow(EngineException);
});
