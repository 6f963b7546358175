import { z } from 'zod';
import { component, count, described, moment } from './described.ts';

const limits = component('ServiceLimits', 'What one request may take; 0 of a rate = no limit', {
  body_bytes: count('Largest JSON body, bytes', 1_048_576),
  capture_bytes: count('Largest body of events, inflated, bytes', 20_971_520),
  import_bytes: count('Largest file to import, bytes', 10_737_418_240),
  execution_timeout_ms: count('Longest run of a query unless its endpoint sets a time, milliseconds', 10_000),
  stream_timeout_ms: count('Longest file as answer, milliseconds', 600_000),
  build_timeout_ms: count('Longest build of a materialized endpoint, milliseconds', 600_000),
  query_memory_bytes: count('Most memory of a query, bytes', 1_073_741_824),
  answer_rows: count('Most rows of a JSON answer', 50_000),
  answer_bytes: count('Most bytes of a JSON answer', 67_108_864),
  runs_per_minute: count('Runs of a key in a minute', 6_000),
  executions_per_minute: count('Engine queries of a key in a minute', 240),
  executions_per_hour: count('Engine queries of a key in an hour', 2_400),
});

/** Answer of `GET /api/service`. */
export const serviceSchema = component('Service', 'What service this is', {
  version: described(z.string(), 'Version of the service', '0.2.0'),
  now: moment('What time it is by the clock of the service'),
  engine: z
    .strictObject({
      kind: described(
        z.enum(['embedded', 'process', 'server']),
        'Where the analytics engine runs: in this service, in a process that services share, or as a ClickHouse server',
        'embedded',
      ),
      version: described(
        z.string().nullable(),
        'Version of the engine; null while it does not tell',
        '25.8.2.1',
      ),
    })
    .describe('The analytics engine'),
  limits,
  public_url: described(
    z.string().nullable(),
    'By what the service is called from outside, without a slash at its end; null where nobody has said',
    'https://analytics.example.com',
  ),
  test_clock: described(z.boolean(), 'True when callers may set the time', false),
});

export type ServiceAnswer = z.output<typeof serviceSchema>;
