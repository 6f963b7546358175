import type { Engine } from './engine.ts';

/** An object that does everything as `engine` does: what another engine replaces some members of. */
export function sameEngine(engine: Engine): Engine {
  return {
    isShared: engine.isShared,
    objectsFrom: engine.objectsFrom,
    form: engine.form,
    query: (query) => engine.query(query),
    stream: (query, format) => engine.stream(query, format),
    insert: (insert) => engine.insert(insert),
    command: (sql, parameters, options) => engine.command(sql, parameters, options),
    streamCommand: (select, options) => engine.streamCommand(select, options),
    ensureProject: (projectId) => engine.ensureProject(projectId),
    prepareProjects: (projectIds) => engine.prepareProjects(projectIds),
    settle: (tables) => engine.settle(tables),
    cancel: (runId) => engine.cancel(runId),
    whenEnded: (runId) => engine.whenEnded(runId),
    isAnswering: () => engine.isAnswering(),
    isSilent: () => engine.isSilent(),
    ping: () => engine.ping(),
    processId: () => engine.processId(),
    close: () => engine.close(),
  };
}
