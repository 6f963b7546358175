import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { NativeConnection, NativeEngine, NativeResult } from './native.ts';
import { RunningCalls } from './running-calls.ts';

// Border: opaque values of the library, which nothing here looks into.
const [CONNECTION, ANOTHER] = [{} as NativeConnection, {} as NativeConnection];
const RESULT: NativeResult = { bytes: new Uint8Array(0), elapsed: 0, rowsRead: 0, bytesRead: 0 };

/** A library whose calls end when they are told to, in the order of their beginning. */
function libraryByHand() {
  const begun: PromiseWithResolvers<NativeResult>[] = [];
  const closed: NativeConnection[] = [];
  const made = [CONNECTION, ANOTHER];
  const native: NativeEngine = {
    CreateConnection: () => made.shift() ?? CONNECTION,
    CloseConnection: (connection) => void closed.push(connection),
    QueryAsyncConnection: () => {
      const call = Promise.withResolvers<NativeResult>();
      begun.push(call);
      return call.promise;
    },
  };
  return { native, begun, closed };
}

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await turn();
}

test('the end waits for calls, for those that follow them and for those that begin behind an answer', async () => {
  const { native, begun } = libraryByHand();
  const calls = new RunningCalls(native);
  const call = () => calls.native.QueryAsyncConnection(CONNECTION, 'SELECT 1', 'Null');
  // As a session is made ready for the next request: after the answer, a call after the other.
  setImmediate(() => void call().then(call, call));
  let isEnded = false;
  const ended = calls.ended().then(() => {
    isEnded = true;
  });
  await turns();
  expect([begun.length, isEnded]).toEqual([1, false]);
  begun[0]?.reject(new Error('a call that fails has ended too'));
  await turns();
  expect([begun.length, isEnded]).toEqual([2, false]);
  begun[1]?.resolve(RESULT);
  await ended;
});

test('nothing is waited for when nothing runs', async () => {
  await new RunningCalls(libraryByHand().native).ended();
});

test('each connection that is open at the end is closed once', () => {
  const { native, closed } = libraryByHand();
  const calls = new RunningCalls(native);
  const [first, second] = [calls.native.CreateConnection('a'), calls.native.CreateConnection('a')];
  calls.native.CloseConnection(second);
  calls.closeAll();
  calls.closeAll();
  expect(closed.map((each) => [CONNECTION, ANOTHER].indexOf(each))).toEqual([1, 0]);
  expect(first).toBe(CONNECTION);
});
