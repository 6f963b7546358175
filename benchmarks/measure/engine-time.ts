import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { isAppError } from '../../src/base/errors.ts';
import { cpuMicrosecondsOf } from './process-cpu.ts';

/** What a question cost, and its answer. */
export interface Spent {
  readonly ms: number;
  /** Of the process of the engine: other work on the machine disturbs it less. */
  readonly cpuMs: number;
  readonly answer: unknown;
}

/** The answer of what needed more memory than it may have. */
export const OUT_OF_MEMORY = 'out of memory';

/** Asks the engine and measures: the mean of so many times in a row. */
export async function timed(engine: EmbeddedEngine, ask: () => Promise<unknown>, times = 1): Promise<Spent> {
  const startedMs = performance.now();
  const cpuBeforeMs = engineCpuMs(engine);
  let answer: unknown;
  for (let time = 0; time < times; time += 1)
    answer = await ask().catch((error: unknown) => {
      if (isAppError(error) && error.code === 'query_memory_limit') return OUT_OF_MEMORY;
      throw error;
    });
  const ms = (performance.now() - startedMs) / times;
  return { ms, cpuMs: (engineCpuMs(engine) - cpuBeforeMs) / times, answer };
}

function engineCpuMs(engine: EmbeddedEngine): number {
  return cpuMicrosecondsOf(engine.processId() ?? 0) / 1000;
}
