import { connectToServer, createClickHouseServerEngine } from '../clickhouse-server-engine.ts';
import type { Engine } from '../engine.ts';
import { ServerProbe } from '../server-probe.ts';
import { deleteProjectRows } from '../statements/delete-project.ts';
import { type Check, type CheckLine, lookAt } from './check-line.ts';
import { type CheckedServer, checkServer } from './check-server.ts';
import { SMOKE_STEPS, type SmokeContext } from './smoke-steps.ts';
import { fillProject, SMOKE_PROJECTS } from './smoke-world.ts';

/**
 * Looks at what the service needs, and then works with a server as the service does: makes its tables, and two projects
 * with rows, which it removes again. Tells each line as it is known. Never throws.
 */
export async function* smokeServer(server: CheckedServer): AsyncGenerator<CheckLine> {
  const lines = await checkServer(server);
  yield* lines;
  if (lines.some(({ verdict }) => verdict === 'FAIL')) return;
  const made: Made = {};
  yield await lookAt(TABLES, { server, made });
  if (made.engine === undefined) return;
  const { connection } = connectToServer(server.url);
  try {
    yield await lookAt(ROWS, { engine: made.engine, made });
    const { engine, projects } = made;
    const probe = new ServerProbe(connection);
    if (projects !== undefined)
      for (const step of SMOKE_STEPS) yield await lookAt(step, { engine, probe, projects });
    yield await lookAt(CLEAN, engine);
  } finally {
    await connection.destroy();
    await made.engine.close();
  }
}

interface Made {
  engine?: Engine;
  projects?: SmokeContext['projects'];
}

const TABLES: Check<{ readonly server: CheckedServer; readonly made: Made }> = {
  about: 'tables, policies and users',
  look: async ({ server: { url, cluster, allowedFunctions }, made }) => {
    const onCluster = cluster === undefined ? {} : { cluster };
    made.engine = await createClickHouseServerEngine({ url, allowedFunctions, ...onCluster });
    await made.engine.prepareProjects(SMOKE_PROJECTS);
    return 'made where they were missing';
  },
};

const ROWS: Check<{ readonly engine: Engine; readonly made: Made }> = {
  about: 'rows are written',
  look: async ({ engine, made }) => {
    const [first, second] = SMOKE_PROJECTS;
    made.projects = [await fillProject(engine, first), await fillProject(engine, second)];
    return `of the projects ${first} and ${second}`;
  },
};

const CLEAN: Check<Engine> = {
  about: 'rows and users are removed',
  look: async (engine) => {
    for (const projectId of SMOKE_PROJECTS) await deleteProjectRows(engine, projectId);
    return 'nothing is left but the tables';
  },
};
