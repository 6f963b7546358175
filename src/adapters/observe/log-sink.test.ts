import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Observation } from '../../base/observation.ts';
import { engineRefusal } from '../engine/engine-error.ts';
import { logSink } from './log-sink.ts';

const SECRET = 'canary-4711';
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
  const request = { kind: 'request', method: 'GET', route: '/x', durationMs: 1, requestId: 'r1' } as const;
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
