import type { Engine, WriteDeadline } from './engine.ts';
import type { EngineSettings } from './query-settings.ts';
import { sameEngine } from './same-engine.ts';

/** The engine for somebody who may send statements of the writer until a deadline, and whose statements end by then. */
export function underDeadline(engine: Engine, deadline: WriteDeadline): Engine {
  return {
    ...sameEngine(engine),
    insert: (insert) => engine.insert({ ...insert, deadline }),
    command: (sql, parameters, options) => engine.command(sql, parameters, { ...options, deadline }),
  };
}

/** A time limit, but no more than the deadline leaves. @throws AppError engine_unavailable when that is nothing */
export function cutBy(deadline: WriteDeadline | undefined, timeoutMs: number): number {
  return deadline === undefined ? timeoutMs : Math.min(timeoutMs, deadline.leftMs());
}

/** How long a statement may take, as the engine is told. */
export function timeLimit(timeoutMs: number): EngineSettings {
  return { max_execution_time: timeoutMs / 1000 };
}
