import { type DestinationStream, type Logger, pino } from 'pino';
import { unreachable } from '../../base/invariant.ts';
import type { BuildObservation, Observation, Observe, RunObservation } from '../../base/observation.ts';
import { describeError } from './describe-error.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface LogSettings {
  readonly logLevel: LogLevel;
  readonly logRequests: boolean;
}

/**
 * Writes observations as JSON lines, by default to the standard error output. Successful requests are `debug`, or
 * `info` when `logRequests` asks for a line for each. No line holds what a caller chose as a value, nor text of the
 * engine: values are told by the run log to who may read them.
 */
export function logSink(
  { logLevel: level, logRequests }: LogSettings,
  destination: DestinationStream = pino.destination(2),
): Observe {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const sink = levelSink(level, logger);
  if (!logRequests) return sink;
  return (observation) => {
    if (observation.kind !== 'request' || isFailed(observation)) return sink(observation);
    const { kind, ...facts } = observation;
    logger.info(facts, kind);
  };
}

function levelSink(level: LogLevel, logger: Logger): Observe {
  if (level === 'debug') return (observation) => write(logger, observation);
  // The most frequent observations are below every other level; they cost nothing.
  return (observation) => {
    if (observation.kind === 'property_reads' || observation.kind === 'loop_delay') return;
    if (observation.kind !== 'request' && observation.kind !== 'run') write(logger, observation);
    else if (isFailed(observation)) write(logger, observation);
  };
}

function write(logger: Logger, observation: Observation): void {
  const { kind, ...facts } = observation;
  switch (observation.kind) {
    case 'request':
      if (isFailed(observation)) logger.error(facts, kind);
      else logger.debug(facts, kind);
      return;
    case 'run':
      if (observation.status >= 500) logger.error(runFacts(observation), kind);
      else logger.debug(runFacts(observation), kind);
      return;
    case 'build':
      if (observation.outcome === 'failed' || observation.verified === false)
        logger.warn(buildFacts(observation), kind);
      else logger.info(buildFacts(observation), kind);
      return;
    case 'failure':
      logger.error({ ...facts, error: describeError(observation.error) }, kind);
      return;
    case 'engine_child':
      if (observation.event === 'started' || observation.event === 'ended') logger.info(facts, kind);
      else logger.warn(facts, kind);
      return;
    case 'capture':
    case 'capture_write':
      logger.debug(facts, kind);
      return;
    case 'property_reads':
      // The names are those of a query, and a caller may write any.
      logger.debug({ ...facts, properties: observation.properties.length }, kind);
      return;
    case 'loop_delay':
      return;
    case 'warning':
    case 'loop_stall':
      logger.warn(facts, kind);
      return;
    case 'person_fold':
    case 'slow_reader':
    case 'lifecycle':
    case 'promotion':
      logger.info(facts, kind);
      return;
    default:
      unreachable(observation);
  }
}

/** Health checks and impatient callers come while the service starts and stops; their 503 tells nothing new. */
function isFailed(observation: Extract<Observation, { kind: 'request' | 'run' }>): boolean {
  if (observation.kind === 'request' && observation.isTooEarlyOrLate === true) return false;
  return observation.status >= 500;
}

/** Without what the caller called its query; a name that no endpoint has is the caller's too. */
function runFacts({ kind: _kind, clientQueryId: _id, endpointName, ...facts }: RunObservation): object {
  return facts.endpointId === undefined ? facts : { ...facts, endpointName };
}

/** Without the sentence for the owner, which may quote the query: the run log has it under the same build. */
function buildFacts({ kind: _kind, error: _error, ...facts }: BuildObservation): object {
  return facts;
}
