import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { wait } from '../../src/base/wait.ts';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
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

/** What every event of the batches has a value under. */
const SUBJECTS: readonly LookupSubject[] = [
  { kind: 'property', key: 'plan' },
  { kind: 'property', key: '$pathname' },
  { kind: 'distinct_id' },
];

/** @param lookups how many lookups the writer feeds besides `events` */
async function serveSluice(lookups: number): Promise<void> {
  const service = await startTestService({ testClock: false });
  for (const subject of SUBJECTS.slice(0, lookups)) await beginLookup(service.services, 1, subject);
  await new LookupBuilder({ ...service.services, wait }, { pollMs: 1_000, stepRows: 1 }).look();
  const facts = { token: service.captureToken };
  serveParent(Number(new URL(service.url).port), facts, () => service.close());
}

const SERVERS: Readonly<Record<string, () => Promise<void>>> = {
  node: serveNode,
  sluice: () => serveSluice(0),
  'one lookup': () => serveSluice(1),
  'three lookups': () => serveSluice(3),
};

if (process.send !== undefined) await SERVERS[process.argv[2] ?? '']?.();
