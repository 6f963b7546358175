import { type DestinationStream, type Logger, pino } from 'pino';
import type { BuildObservation, Observation, Observe, RunObservation } from '../../base/observation.ts';
import { describeError } from './describe-error.ts';
import { logLevelOf } from './log-level-of.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface LogSettings {
  readonly logLevel: LogLevel;
  readonly logRequests: boolean;
}

/**
 * Writes observations as JSON lines, by default to the standard error output. Successful requests are `debug`, or
 * `info` when `logRequests` asks for a line for each. No line holds a value that a caller chose, or text of the engine:
 * the run log tells values to those who may read them.
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

const FREQUENT: ReadonlySet<Observation['kind']> = new Set([
  'property_reads',
  'lookup_asks',
  'loop_delay',
  'disk_sync',
]);

function levelSink(level: LogLevel, logger: Logger): Observe {
  if (level === 'debug') return (observation) => write(logger, observation);
  // Above `debug` the most frequent observations are dropped before anything is made of them.
  return (observation) => {
    if (FREQUENT.has(observation.kind)) return;
    if (observation.kind !== 'request' && observation.kind !== 'run') write(logger, observation);
    else if (isFailed(observation)) write(logger, observation);
  };
}

function write(logger: Logger, observation: Observation): void {
  const facts = factsOf(observation);
  if (facts !== null) logger[logLevelOf(observation)](facts, observation.kind);
}

/** What a line holds; null = there is none. */
function factsOf(observation: Observation): object | null {
  const { kind: _kind, ...facts } = observation;
  switch (observation.kind) {
    case 'run':
      return runFacts(observation);
    case 'build':
      return buildFacts(observation);
    case 'failure':
      return { ...facts, error: describeError(observation.error) };
    case 'property_reads':
      // Only the number is logged: the names come from the query, and a caller may write any name.
      return { ...facts, properties: observation.properties.length };
    case 'lookup_asks':
      return { ...facts, subjects: observation.subjects.length };
    case 'loop_delay':
    case 'disk_sync':
      return null;
    default:
      return facts;
  }
}

/**
 * True for answers that are worth a line. Health checks and early callers meet a 503 while the service starts and
 * stops, which tells nothing new.
 */
function isFailed(observation: Extract<Observation, { kind: 'request' | 'run' }>): boolean {
  if (observation.kind === 'request' && observation.isTooEarlyOrLate === true) return false;
  return observation.status >= 500;
}

/**
 * The facts of a run without texts of the caller: the name of the query, and the name of an endpoint that does not
 * exist.
 */
function runFacts({ kind: _kind, clientQueryId: _id, endpointName, ...facts }: RunObservation): object {
  return facts.endpointId === undefined ? facts : { ...facts, endpointName };
}

/**
 * The facts of a build without the sentence for the owner, which may quote the query. The run log has that sentence
 * under the same build.
 */
function buildFacts({ kind: _kind, error: _error, ...facts }: BuildObservation): object {
  return facts;
}
