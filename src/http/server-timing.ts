import type { StageTime } from '../services/execution/stages.ts';

/** The header `Server-Timing`: `load;dur=0.010, check;dur=0.021` in milliseconds. */
export function serverTiming(stages: readonly StageTime[]): string {
  return stages.map(({ name, durationMs }) => `${name};dur=${durationMs.toFixed(3)}`).join(', ');
}
