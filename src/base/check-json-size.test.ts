import { expect, test } from 'vitest';
import { checkJsonSize } from './check-json-size.ts';
import { LoopSlices } from './loop-slices.ts';

// [CAP-2.3].

const LIMITS = { maxValues: 1_000_000, maxDepth: 1_000 };
const check = (text: string, signal?: AbortSignal) =>
  new LoopSlices().run(checkJsonSize(text, LIMITS), signal);

test.each([
  ['a large list', `[${'1,'.repeat(900_000)}1]`],
  ['commas and brackets in texts', JSON.stringify(['"[{,\\'.repeat(1_000_000)])],
  ['depth that is allowed', `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ['many that are not deep', `[${'[[]],'.repeat(100_000)}1]`],
  ['brackets after quotes that are escaped', `["\\"${'['.repeat(2000)}","\\\\"]`],
  ['a text that crosses slices', `["${'['.repeat(600_000)}",${'[],'.repeat(2000)}1]`],
])('takes %s', async (_name, text) => {
  await expect(check(text)).resolves.toBeUndefined();
});

test.each([
  ['too many values', `[${'1,'.repeat(1_000_001)}1]`, 'payload_too_large'],
  ['too many lists', `[${'[],'.repeat(500_001)}1]`, 'payload_too_large'],
  ['depth', '['.repeat(1001), 'invalid_value'],
  ['depth behind a text that ends in a backslash', `["\\\\",${'['.repeat(1001)}"`, 'invalid_value'],
  ['depth of objects', '{"a":'.repeat(1001), 'invalid_value'],
  ['depth behind names like ends of objects', '{"}},{":'.repeat(1001), 'invalid_value'],
  ['depth behind texts like ends of objects', '["}},{\\"a",'.repeat(1001), 'invalid_value'],
  ['depth behind many objects', `[${'{"a":{}},'.repeat(1001)}${'['.repeat(1000)}`, 'invalid_value'],
])('refuses %s', async (_name, text, code) => {
  await expect(check(text)).rejects.toMatchObject({ code });
});

test.each([
  ['an object', 1_000, (members: string) => `{${members}}`],
  [
    'objects inside it, before and behind it',
    1_000,
    (members: string) => `[{"a":{"b":{}}},{${members}},{"a":1}]`,
  ],
  ['a colon in a text', 999, (members: string) => `{${members},"a":"::::"}`],
])('counts the members of %s', (_, most, around) => {
  const limits = { ...LIMITS, maxValues: 30_000, maxMembers: 1_000 };
  const members = (count: number) =>
    Array.from({ length: count }, (_, place) => `"m${place}":"${'x'.repeat(30)}"`).join(',');
  const judge = (count: number) => () => [...checkJsonSize(around(members(count)), limits)];
  expect(judge(most)).not.toThrow();
  expect(judge(most + 1)).toThrow('more than 1000 members');
});

test('events of a list are not counted one by one', () => {
  const events = (rest: string) => `[${'{"event":"a","properties":{"a":1}},'.repeat(2000)}${rest}`;
  expect(checkJsonSize(events('{}]'), LIMITS).next().done).toBe(true);
  expect(() => checkJsonSize(events('['.repeat(1000)), LIMITS).next()).toThrow('deeper');
  expect(checkJsonSize(events('{"":'.repeat(990)), LIMITS).next().done).toBe(true);
});

test('stops when the client has gone', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(check('[]', gone)).rejects.toThrow('gone');
});
