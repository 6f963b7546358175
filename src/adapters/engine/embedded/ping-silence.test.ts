import { expect, test } from 'vitest';
import { type Ping, PingSilence } from './ping-silence.ts';

const ANSWERED: Ping = { isAnswered: true, tookMs: 510, waitedMs: 0 };
const SILENT: Ping = { isAnswered: false, tookMs: 2_500, waitedMs: 20 };
const STARVED: Ping = { isAnswered: false, tookMs: 2_500, waitedMs: 700 };
const times = (count: number, ping: Ping): readonly Ping[] => Array<Ping>(count).fill(ping);

test.each([
  { what: 'none', pings: [], expected: [false, false, false] },
  { what: 'one silent', pings: [SILENT], expected: [true, false, false] },
  { what: 'two silent', pings: times(2, SILENT), expected: [true, true, false] },
  { what: 'three silent', pings: times(3, SILENT), expected: [true, true, true] },
  { what: 'an answer between', pings: [SILENT, SILENT, ANSWERED, SILENT], expected: [true, false, false] },
  { what: 'starved for 57 s', pings: times(23, STARVED), expected: [false, false, false] },
  { what: 'starved for 65 s', pings: times(26, STARVED), expected: [true, true, true] },
  { what: 'silent and starved', pings: [SILENT, STARVED, SILENT], expected: [true, true, false] },
  {
    what: 'starved for 50 s, an answer, and again',
    pings: [...times(20, STARVED), ANSWERED, ...times(20, STARVED)],
    expected: [false, false, false],
  },
])('$what', ({ pings, expected }) => {
  const silence = new PingSilence();
  for (const ping of pings) silence.note(ping);
  expect([silence.hasBegun, silence.isLong, silence.isTooLong]).toEqual(expected);
});
