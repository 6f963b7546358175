import { availableParallelism } from 'node:os';
import { TinypoolWorkers } from '../adapters/workers/tinypool-workers.ts';
import type { Settings } from './config.ts';

const EXTENSION = import.meta.filename.endsWith('.ts') ? 'ts' : 'js';
const PROGRAM = new URL(`./worker-program.${EXTENSION}`, import.meta.url);

/** One task that takes long must not hold up all others, also where there is one core. */
const FEWEST_THREADS = 2;

/** The threads of this service, none of which is started yet. */
export function openWorkers({ workerThreads }: Partial<Pick<Settings, 'workerThreads'>>): TinypoolWorkers {
  const threads = workerThreads ?? Math.max(FEWEST_THREADS, availableParallelism() - 1);
  return new TinypoolWorkers({ threads, program: PROGRAM });
}
