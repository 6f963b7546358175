import type { Engine, Lane } from './engine.ts';

/** The same engine with another lane for its commands, so that commands of minutes do not hold up capture. */
export function inLane(engine: Engine, lane: Lane): Engine {
  return {
    query: (query) => engine.query(query),
    stream: (query, format) => engine.stream(query, format),
    insert: (insert) => engine.insert(insert),
    command: (sql, parameters, options) => engine.command(sql, parameters, { lane, ...options }),
    streamCommand: (select, options) => engine.streamCommand(select, options),
    ensureProject: (projectId) => engine.ensureProject(projectId),
    cancel: (runId) => engine.cancel(runId),
    whenEnded: (runId) => engine.whenEnded(runId),
    isAnswering: () => engine.isAnswering(),
    isSilent: () => engine.isSilent(),
    ping: () => engine.ping(),
    close: () => engine.close(),
  };
}
