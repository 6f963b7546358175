import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { startTestService } from '../../test/fixtures/start-service.ts';
import { serveParent } from './server-process.ts';

// Run as a child of the capture-rate benchmark: a server that takes batches of events.

/** The least that taking a batch can be: unpack it, parse it, append it to a file, fsync. */
async function serveNode(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
  const file = await open(path.join(folder, 'batches'), 'a');
  const unpack = promisify(gunzip);
  const server = createServer(async (request, response) => {
    const body = await unpack(await buffer(request));
    JSON.parse(body.toString());
    await file.write(body);
    await file.datasync();
    response.end('{"status":1}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  serveParent(port, {}, async () => {
    server.closeAllConnections();
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function serveSluice(): Promise<void> {
  const service = await startTestService({ testClock: false });
  const facts = { token: service.captureToken };
  serveParent(Number(new URL(service.url).port), facts, () => service.close());
}

const SERVERS: Readonly<Record<string, () => Promise<void>>> = { node: serveNode, sluice: serveSluice };

if (process.send !== undefined) await SERVERS[process.argv[2] ?? '']?.();
