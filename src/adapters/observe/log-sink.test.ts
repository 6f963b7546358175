import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Observation } from '../../base/observation.ts';
import { engineRefusal } from '../engine/engine-error.ts';
import { logSink } from './log-sink.ts';

const SECRET = 'canary-4711';
const LEVELS: Readonly<Record<string, number>> = { debug: 20, info: 30, warn: 40, error: 50 };
const run = {
  kind: 'run',
  requestId: 'r1',
  projectId: 1,
  endpointName: SECRET,
  clientQueryId: SECRET,
  status: 503,
  errorCode: 'store_unavailable',
  durationMs: 1,
  startedAtMs: 0,
} as const;
const build = {
  kind: 'build',
  projectId: 1,
  endpointId: 'e1',
  buildId: 'b1',
  version: 1,
  cause: 'schedule',
  outcome: 'failed',
  durationMs: 1,
  lagMs: 0,
  startedAtMs: 0,
  error: `There is no column ${SECRET}`,
} as const;

test.each<[Observation, object]>([
  [run, { msg: 'run', projectId: 1, errorCode: 'store_unavailable', requestId: 'r1' }],
  [
    { ...run, endpointId: 'e1', endpointName: 'one' },
    { msg: 'run', endpointId: 'e1', endpointName: 'one' },
  ],
  [build, { msg: 'build', buildId: 'b1', outcome: 'failed' }],
  [
    { kind: 'failure', where: 'request', error: new AppError('invalid_value', SECRET) },
    { msg: 'failure', where: 'request', error: { type: 'AppError', code: 'invalid_value' } },
  ],
  [
    { kind: 'failure', where: 'build', error: engineRefusal('ACCESS_DENIED', SECRET) },
    { msg: 'failure', error: { type: 'EngineException', engineCode: 497 } },
  ],
  [{ kind: 'failure', where: 'x', error: SECRET }, { error: { type: 'string' } }],
  [
    { kind: 'warning', about: 'data folder', detail: 'Close it' },
    { level: 40, detail: 'Close it' },
  ],
])('a line of %o holds nothing that a caller chose', (observation, line) => {
  for (const level of ['info', 'debug'] as const) {
    const lines: string[] = [];
    logSink({ logLevel: level, logRequests: false }, { write: (text) => void lines.push(text) })(observation);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(line);
    expect(lines[0]).not.toContain(SECRET);
    expect(lines[0]).not.toContain('DB::Exception');
  }
});

test('the names of properties that a query reads are counted, not written', () => {
  const lines: string[] = [];
  const observe = logSink(
    { logLevel: 'debug', logRequests: false },
    { write: (text) => void lines.push(text) },
  );
  observe({ kind: 'property_reads', projectId: 1, properties: [SECRET, 'plan'], rowsRead: 3, atMs: 0 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'property_reads', properties: 2, rowsRead: 3 },
  ]);
  expect(lines.join()).not.toContain(SECRET);
});

test('a line for each request, on a setting; failed ones are errors as ever', () => {
  const lines = (logLevel: 'info' | 'warn', logRequests: boolean): readonly object[] => {
    const written: object[] = [];
    const observe = logSink(
      { logLevel, logRequests },
      { write: (text) => void written.push(JSON.parse(text)) },
    );
    observe({ ...request, status: 200 });
    observe({ ...request, status: 404, errorCode: 'not_found' });
    observe({ ...request, status: 500, errorCode: 'internal_error' });
    return written;
  };
  const failed = { level: 50, msg: 'request', status: 500, errorCode: 'internal_error' };
  expect(lines('info', false)).toMatchObject([failed]);
  expect(lines('info', true)).toMatchObject([
    { level: 30, msg: 'request', method: 'GET', route: '/x', status: 200, durationMs: 1, requestId: 'r1' },
    { level: 30, status: 404, errorCode: 'not_found' },
    failed,
  ]);
  expect(lines('warn', true)).toMatchObject([failed]);
});

const request = { kind: 'request', method: 'GET', route: '/x', durationMs: 1, requestId: 'r1' } as const;
const failure = (error: unknown) => ({ kind: 'failure', where: 'x', error }) as const;
const fullDisk = Object.assign(new Error('full'), { code: 'ENOSPC' });

test.each<[string, Observation, string]>([
  ['an answer', { ...request, status: 200 }, 'debug'],
  ['a refusal', { ...request, status: 429 }, 'debug'],
  ['an overload', { ...request, status: 503 }, 'warn'],
  ['a 503 of the start', { ...request, status: 503, isTooEarlyOrLate: true }, 'debug'],
  ['a defect', { ...request, status: 500 }, 'error'],
  ['a refused run', { ...run, status: 400 }, 'debug'],
  ['a run without the store', run, 'warn'],
  ['a run with a defect', { ...run, status: 500 }, 'error'],
  ['a build', { ...build, outcome: 'built', verified: true }, 'info'],
  ['a build that gave way', { ...build, outcome: 'yielded' }, 'info'],
  ['a build that failed', build, 'warn'],
  ['a build whose process was silent', { ...build, outcome: 'lost' }, 'warn'],
  ['a snapshot that is wrong', { ...build, outcome: 'built', verified: false }, 'error'],
  ['work without the engine', failure(new AppError('engine_unavailable', 'Away.')), 'warn'],
  ['a refused revalidation', failure(new AppError('query_timeout', 'Slow.')), 'warn'],
  ['an unknown failure of work', failure(new TypeError('x')), 'error'],
  ['a defect inside of work', failure(new AppError('internal_error', 'x')), 'error'],
  ['a full disk', failure(new AppError('store_unavailable', 'x', { cause: fullDisk })), 'error'],
  ['the end of the engine', { kind: 'engine_child', event: 'exited', detail: 'x' }, 'warn'],
  ['its start', { kind: 'engine_child', event: 'started', detail: 'x' }, 'info'],
  ['a slow reader', { kind: 'slow_reader', requestId: 'r1' }, 'warn'],
  ['a stall', { kind: 'loop_stall', delayMs: 60, routes: [], untold: 0 }, 'warn'],
  ['an advice', { kind: 'warning', about: 'x', detail: 'y' }, 'warn'],
  ['a start', { kind: 'lifecycle', event: 'started' }, 'info'],
  ['captured events', { kind: 'capture', projectId: 1, accepted: 1, rejected: 1 }, 'debug'],
])('%s is on its level', (_, observation, level) => {
  const lines: { readonly level: number }[] = [];
  const destination = { write: (text: string) => void lines.push(JSON.parse(text)) };
  logSink({ logLevel: 'debug', logRequests: false }, destination)(observation);
  expect(lines.map((line) => line.level)).toEqual([LEVELS[level]]);
});
