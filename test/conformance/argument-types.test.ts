import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { checkArgumentTypes, runs } from './check-argument-types.ts';
import { checkRefusals } from './check-refusals.ts';

// [SQL-2.1]: what the engine refuses because of its types is refused when the query is saved. The deep suite
// (`argument-types.deep.test.ts`) tries all calls.

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

test('no call that compiles is refused by the engine because of its types', async () => {
  const { tried, refused, wronglyAccepted } = await checkArgumentTypes(engine, 61);
  expect(wronglyAccepted).toEqual([]);
  expect(tried).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(tried / 10);
}, 120_000);

test('no call that is refused because of its types would run on the engine', async () => {
  const { judged, wronglyRefused } = await checkRefusals(engine, 210);
  expect(wronglyRefused).toEqual([]);
  expect(judged).toBeGreaterThan(40);
}, 120_000);

test.each([
  'plus(properties.size, 1)',
  'minus(timestamp, toIntervalDay(1))',
  "dateAdd('day', 1, properties.due)",
  'length(properties.price)',
  'empty(properties.price)',
  "mapAdd(map('x', toInt64(1)), map('x', 1))",
  'geohashEncode(1, 2)',
  "timezone('Asia/Tokyo', toDate(timestamp))",
  "person_id LIKE '01%'",
  "multiIf(event = 'a', 'x', 5)",
  "if(event = 'a', 'x', 5)",
  'L2Distance([1, 2], [0.5, 1.5])',
  "nullIf(toInt64(length(event)), '5')",
  "multiIf(properties.paid, 'x', properties.flag, 'y', 'z')",
  "windowFunnel(3600)(toUnixTimestamp(timestamp), event = 'a', event = 'b')",
  'tumbleEnd(tumble(timestamp, toIntervalDay(1)))',
  'hopStart(hop(timestamp, toIntervalDay(1), toIntervalDay(2)))',
])('%s runs', async (call) => {
  expect(await runs(engine, `SELECT ${call} FROM events`)).toBe(true);
});

test.each([
  ['greatest(event, 1)', 'greatest takes arguments that share a type; found text as argument 1, a number as'],
  ["has([1, 2], 'a')", 'has takes a value of the type that the elements of the list have; found an array as'],
  ['sqrt(timestamp)', 'sqrt takes a number here, found a date with time. It is argument 1: convert it with'],
  [
    "dateAdd('a', 'b')",
    'dateAdd takes a date and an interval; found text as argument 1, text as argument 2.',
  ],
  [
    'leftPad(event, 1.5)',
    'leftPad takes a whole number here, found a number. It is argument 2: convert it with',
  ],
  ['uniqIf(event, length(event))', 'uniqIf takes a truth value here, found a number. It is argument 2.'],
  ['hex([1])', 'hex does not take an array here. It is argument 1.'],
  ['tumbleEnd(tuple(1.5, 2.5))', 'tumbleEnd takes a window that tumble() or hop() made; found a tuple'],
  ['timezoneOf(toDate(timestamp))', 'timezoneOf does not take a date here'],
  ['event IN [length(event)]', 'Cannot compare text with a number.'],
])('%s is refused with the place, what was found and what to do', (call, message) => {
  const text = `SELECT ${call} FROM events`;
  expect(() => compileStatement(parseSelect(text), { project: testProject(), text })).toThrow(message);
});
