import { isAppError } from '../../base/errors.ts';
import { unreachable } from '../../base/invariant.ts';
import { isDiskFull } from '../../base/is-disk-full.ts';
import type { Observation } from '../../base/observation.ts';

/**
 * How much a line of the log matters: `error` = somebody must act; `warn` = something is degraded, and handled; `info`
 * = what the service did by itself; `debug` = what comes with every request.
 */
export function logLevelOf(observation: Observation): 'debug' | 'info' | 'warn' | 'error' {
  switch (observation.kind) {
    case 'request':
      return observation.isTooEarlyOrLate === true ? 'debug' : levelOfStatus(observation.status);
    case 'run':
      return levelOfStatus(observation.status);
    case 'build':
      // A snapshot that differs from the direct answer is not served, and comes of a defect.
      if (observation.verified === false) return 'error';
      return observation.outcome === 'failed' || observation.outcome === 'lost' ? 'warn' : 'info';
    case 'failure':
      return levelOfFailure(observation.error);
    case 'engine_child':
      return observation.event === 'exited' ? 'warn' : 'info';
    case 'warning':
    case 'loop_stall':
    case 'slow_reader':
      return 'warn';
    case 'person_fold':
    case 'lifecycle':
    case 'promotion':
    case 'lookup':
      return 'info';
    case 'capture':
    case 'capture_write':
    case 'property_reads':
    case 'lookup_asks':
    case 'loop_delay':
    case 'disk_sync':
      return 'debug';
    default:
      return unreachable(observation);
  }
}

/** A 503 tells the caller to come again, who does; any other failure is a defect. */
function levelOfStatus(status: number): 'debug' | 'warn' | 'error' {
  if (status < 500) return 'debug';
  return status === 503 ? 'warn' : 'error';
}

/** What has a code of ours is known, and tried again by itself; but nobody makes room on a full disk. */
function levelOfFailure(error: unknown): 'warn' | 'error' {
  const isKnown = isAppError(error) && error.code !== 'internal_error';
  return isKnown && !isDiskFull(error) ? 'warn' : 'error';
}
