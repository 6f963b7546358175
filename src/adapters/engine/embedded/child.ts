import { rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedAccessConfig } from '../ddl/embedded-access.ts';
import { onTwoShards } from '../ddl/two-shards.ts';
import { OUTPUT_SETTINGS, QUERY_SETTINGS } from '../query-settings.ts';
import { refusalOfQueryText } from '../refusal-of-query-text.ts';
import { AcceptedTexts } from './accepted-texts.ts';
import type { ChildOptions, ChildReady } from './child-contract.ts';
import { endWithParent } from './end-with-parent.ts';
import { ExportPipes } from './export-pipes.ts';
import { type Front, listenFront } from './front.ts';
import { loadNativeEngine } from './native.ts';
import { QueryRunner, type WriterSql } from './query-runner.ts';
import { ReaderSessions } from './reader-sessions.ts';
import { RowFiles } from './row-files.ts';
import { RunningCalls } from './running-calls.ts';
import { Session } from './session.ts';
import { STUCK_REASON, StuckQueries } from './stuck-queries.ts';

/**
 * The process that holds the embedded engine. A crash of the native library ends this process and not the service.
 * It ends at once when its stdin does, so it never outlives the service; what was acknowledged is on disk. It may wait
 * for its options with everything loaded, as the next child of an engine that is to be back soon.
 */
const native = loadNativeEngine();
const leaveUnused = (): never => process.exit(0);
process.stdin.once('close', leaveUnused);
createInterface({ input: process.stdin }).once('line', (line) => {
  process.stdin.off('close', leaveUnused);
  void live(JSON.parse(line));
});

async function live(options: ChildOptions): Promise<void> {
  // Whoever started the service: nobody else reads what the engine writes.
  process.umask(0o077);
  const leave = () => rmSync(options.workFolder, { recursive: true, force: true });
  process.stdin.once('close', () => {
    try {
      leave();
    } finally {
      // Killed, because an orderly exit, even after an error, would wait for running queries and hold the folder
      // meanwhile.
      process.kill(process.pid, 'SIGKILL');
    }
  });
  process.once('exit', leave);
  // While the engine starts, which may take long, nothing is heard of stdin.
  endWithParent();
  const calls = new RunningCalls(native);
  const runner = startEngine(options, calls);
  const secrets = { reader: options.secret, writer: options.secret };
  const own = await listenFront(runner, { secrets, host: LOOPBACK, port: 0 });
  const shared = await listenOnNetwork(runner, options);
  process.once('SIGTERM', () => void end(shared === undefined ? [own] : [shared, own], calls));
  const ready: ChildReady = { port: own.port, ...(shared !== undefined && { networkPort: shared.port }) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

const LOOPBACK = '127.0.0.1';

/** Loaded only where somebody else than the parent is served. */
async function listenOnNetwork(
  runner: QueryRunner,
  { network, places }: ChildOptions,
): Promise<Front | undefined> {
  if (network === undefined) return undefined;
  const { listenNetworkFront } = await import('./network-front.ts');
  return await listenNetworkFront(runner, network, places);
}

function startEngine(options: ChildOptions, { native }: RunningCalls): QueryRunner {
  const file = path.join(options.workFolder, 'engine.xml');
  const { places, allowedFunctions, shards } = options;
  const settings = { ...QUERY_SETTINGS, ...OUTPUT_SETTINGS };
  writeFileSync(file, embeddedAccessConfig({ ...options, file, settings }), { mode: 0o600 });
  const rowFiles = new RowFiles(options.workFolder);
  const pipes = new ExportPipes(options.workFolder, places.read + places.long);
  // This connection starts the engine with its configuration and holds it open between requests.
  native.CreateConnection(options.folder, [`--config-file=${file}`]);
  const openSession = () => new Session(native, options.folder);
  const readers = new ReaderSessions(openSession);
  const allowed = allowedFunctions === 'all' ? 'all' : new Set(allowedFunctions);
  const texts = new AcceptedTexts(openSession, (sql) => refusalOfQueryText(sql, allowed));
  const stuck = new StuckQueries(options.maxStuckQueries, options.stuckAfterMs, () => giveUp(options));
  const writerSql = shards === 2 ? onTwoShards : asItIs;
  return new QueryRunner({ openSession, readers, texts, pipes, rowFiles, stuck, writerSql });
}

const asItIs: WriterSql = (sql) => [sql];

/** Ends at once, so that the service starts a new child: an orderly exit would wait for what cannot be stopped. */
function giveUp({ workFolder }: ChildOptions): void {
  rmSync(workFolder, { recursive: true, force: true });
  writeSync(STDERR, STUCK_REASON);
  process.kill(process.pid, 'SIGKILL');
}

const STDERR = 2;

async function end(fronts: readonly Front[], calls: RunningCalls): Promise<void> {
  await Promise.all(fronts.map((front) => front.close()));
  await calls.ended();
  calls.closeAll();
  process.exit(0);
}
