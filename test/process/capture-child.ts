import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { listProjects } from '../../src/adapters/store/project-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { AppError } from '../../src/base/errors.ts';
import { openCapture } from '../../src/services/capture/open-capture.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { ProjectDirectory } from '../../src/services/projects/project-directory.ts';
import { addProject } from '../store/add-project.ts';

// A process that takes events over HTTP and writes them, to be killed by capture-kill.test.ts. It prints one line of
// JSON when it is ready: {"port"}. GET answers the process id of its engine.

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: capture-child.ts FOLDER');

const engine = await startEmbeddedEngine({ folder: join(folder, 'engine'), allowedFunctions: 'all' });
const database = await openSqliteDatabase(join(folder, 'store.db'));
if ((await listProjects(database.query, null)).length === 0) await addProject(database, 'slc_test');
const base = {
  engine,
  database,
  clock: systemClock,
  observe: () => undefined,
  projects: new ProjectDirectory(database),
  captureLimits: { maxBodyBytes: 1024 * 1024, waitTimeoutMs: 30_000 },
};
const options = { spoolFolder: join(folder, 'spool'), spoolMaxBytes: 64 * 1024 * 1024, flushAfterMs: 20 };
const services = { ...base, ...(await openCapture(base, options)) };

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(String(engine.processId));
    return;
  }
  try {
    const payload = {
      body: await buffer(request),
      contentType: '',
      contentEncoding: '',
      data: '',
      compression: '',
    };
    const waitUntilVisible = request.url === '/?wait=true';
    await receive(services, { payload, nowMs: systemClock.nowMs(), waitUntilVisible });
    response.end('{"status":1}');
  } catch (error) {
    response.writeHead(error instanceof AppError ? error.status : 500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  console.log(JSON.stringify({ port }));
});
