import type { Engine, Lane } from './engine.ts';
import { sameEngine } from './same-engine.ts';

/** The same engine with another lane for its commands, so that commands of minutes do not hold up capture. */
export function inLane(engine: Engine, lane: Lane): Engine {
  return {
    ...sameEngine(engine),
    command: (sql, parameters, options) => engine.command(sql, parameters, { lane, ...options }),
  };
}
