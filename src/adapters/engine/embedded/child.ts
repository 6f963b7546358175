import { rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedAccessConfig } from '../ddl/embedded-access.ts';
import { OUTPUT_SETTINGS, QUERY_SETTINGS } from '../query-settings.ts';
import { refusalOfQueryText } from '../refusal-of-query-text.ts';
import { AcceptedTexts } from './accepted-texts.ts';
import type { ChildOptions, ChildReady } from './child-contract.ts';
import { endWithParent } from './end-with-parent.ts';
import { ExportPipes } from './export-pipes.ts';
import { type Front, listenFront } from './front.ts';
import { loadNativeEngine } from './native.ts';
import { QueryRunner } from './query-runner.ts';
import { ReaderSessions } from './reader-sessions.ts';
import { RowFiles } from './row-files.ts';
import { RunningCalls } from './running-calls.ts';
import { Session } from './session.ts';
import { STUCK_REASON, StuckQueries } from './stuck-queries.ts';

/**
 * The process that holds the embedded engine. A crash of the native library ends this process and not the service.
 * It ends at once when its stdin does, so it never outlives the service; what was acknowledged is on disk.
 */
createInterface({ input: process.stdin }).once('line', (line) => {
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
  const calls = new RunningCalls(loadNativeEngine());
  const front = await start(options, calls);
  process.once('SIGTERM', () => void end(front, calls));
  process.stdout.write(`${JSON.stringify({ port: front.port } satisfies ChildReady)}\n`);
}

async function start(options: ChildOptions, { native }: RunningCalls): Promise<Front> {
  const file = path.join(options.workFolder, 'engine.xml');
  const { maxServerMemoryBytes, places, allowedFunctions } = options;
  const settings = { ...QUERY_SETTINGS, ...OUTPUT_SETTINGS };
  writeFileSync(file, embeddedAccessConfig({ file, maxServerMemoryBytes, settings }), { mode: 0o600 });
  const rowFiles = new RowFiles(options.workFolder);
  const pipes = new ExportPipes(options.workFolder, places.read + places.long);
  // This connection starts the engine with its configuration and holds it open between requests.
  native.CreateConnection(options.folder, [`--config-file=${file}`]);
  const openSession = () => new Session(native, options.folder);
  const readers = new ReaderSessions(openSession);
  const allowed = allowedFunctions === 'all' ? 'all' : new Set(allowedFunctions);
  const texts = new AcceptedTexts(openSession, (sql) => refusalOfQueryText(sql, allowed));
  const stuck = new StuckQueries(options.maxStuckQueries, options.stuckAfterMs, () => giveUp(options));
  return await listenFront(
    new QueryRunner({ openSession, readers, texts, pipes, rowFiles, stuck }),
    options.secret,
  );
}

/** Ends at once, so that the service starts a new child: an orderly exit would wait for what cannot be stopped. */
function giveUp({ workFolder }: ChildOptions): void {
  rmSync(workFolder, { recursive: true, force: true });
  writeSync(STDERR, STUCK_REASON);
  process.kill(process.pid, 'SIGKILL');
}

const STDERR = 2;

async function end(front: Front, calls: RunningCalls): Promise<void> {
  await front.close();
  await calls.ended();
  calls.closeAll();
  process.exit(0);
}
