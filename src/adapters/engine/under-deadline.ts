import type { Engine, WriteDeadline } from './engine.ts';
import type { EngineSettings } from './query-settings.ts';
import { sameEngine } from './same-engine.ts';

/**
 * The engine for somebody who may send statements of the writer until a deadline, and whose statements end by then. Of
 * several deadlines the first counts.
 */
export function underDeadline(engine: Engine, deadline: WriteDeadline): Engine {
  return {
    ...sameEngine(engine),
    insert: (insert) => engine.insert({ ...insert, deadline: first(deadline, insert.deadline) }),
    command: (sql, parameters, options) =>
      engine.command(sql, parameters, { ...options, deadline: first(deadline, options?.deadline) }),
  };
}

function first(one: WriteDeadline, other: WriteDeadline | undefined): WriteDeadline {
  if (other === undefined) return one;
  return {
    get atMs() {
      return Math.min(one.atMs, other.atMs);
    },
    leftMs: () => Math.min(one.leftMs(), other.leftMs()),
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
