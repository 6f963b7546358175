import type { Engine } from '../adapters/engine/engine.ts';
import { engineVersionOf, type ServiceFacts } from '../services/describe-service.ts';
import type { Settings } from './config.ts';
import { readVersion } from './read-version.ts';

/** What a service tells of itself, by its settings. */
export function serviceFacts(settings: Settings, engine: Engine): ServiceFacts {
  const { rateLimits } = settings;
  return {
    version: readVersion(),
    engineKind: engineKind(settings, engine),
    engineVersion: engineVersionOf(engine),
    limits: {
      body_bytes: settings.maxBodyBytes,
      capture_bytes: settings.maxCaptureBytes,
      import_bytes: settings.importMaxBytes,
      execution_timeout_ms: settings.executionTimeoutMs,
      stream_timeout_ms: settings.streamTimeoutMs,
      build_timeout_ms: settings.buildTimeoutMs,
      query_memory_bytes: settings.queryMemoryBytes,
      answer_rows: settings.answerRows,
      answer_bytes: settings.answerBytes,
      runs_per_minute: rateLimits.runsPerMinute,
      executions_per_minute: rateLimits.executionsPerMinute,
      executions_per_hour: rateLimits.executionsPerHour,
    },
  };
}

function engineKind({ engineUrl }: Settings, { form }: Engine): ServiceFacts['engineKind'] {
  if (form !== undefined) return 'server';
  return engineUrl === undefined ? 'embedded' : 'process';
}
