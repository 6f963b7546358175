import { type Logger, pino } from 'pino';
import { unreachable } from '../../base/invariant.ts';
import type { Observation, Observe } from '../../base/observation.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Writes observations as JSON lines to the standard error output. Successful requests are `debug`. */
export function logSink(level: LogLevel): Observe {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  if (level === 'debug') return (observation) => write(logger, observation);
  // The most frequent observations are below every other level; they cost nothing.
  return (observation) => {
    if (observation.kind === 'property_reads') return;
    if (observation.kind !== 'request' && observation.kind !== 'run') write(logger, observation);
    else if (observation.status >= 500) write(logger, observation);
  };
}

function write(logger: Logger, observation: Observation): void {
  const { kind, ...facts } = observation;
  switch (observation.kind) {
    case 'request':
    case 'run':
      if (observation.status >= 500) logger.error(facts, kind);
      else logger.debug(facts, kind);
      return;
    case 'build':
      if (observation.outcome === 'failed' || observation.verified === false) logger.warn(facts, kind);
      else logger.info(facts, kind);
      return;
    case 'failure':
      logger.error({ ...facts, error: pino.stdSerializers.errWithCause(toError(observation.error)) }, kind);
      return;
    case 'engine_child':
      if (observation.event === 'started') logger.info(facts, kind);
      else logger.warn(facts, kind);
      return;
    case 'capture':
    case 'capture_write':
    case 'property_reads':
      logger.debug(facts, kind);
      return;
    case 'warning':
      logger.warn(facts, kind);
      return;
    case 'person_fold':
    case 'lifecycle':
    case 'promotion':
      logger.info(facts, kind);
      return;
    default:
      unreachable(observation);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
