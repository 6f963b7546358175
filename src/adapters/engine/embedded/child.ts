import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedAccessConfig } from '../ddl/embedded-access.ts';
import { AcceptedTexts } from './accepted-texts.ts';
import type { ChildMessage, ChildOptions } from './child-contract.ts';
import { ExportPipes } from './export-pipes.ts';
import { type Front, listenFront } from './front.ts';
import { loadNativeEngine } from './native.ts';
import { QueryRunner } from './query-runner.ts';
import { ReaderSessions } from './reader-sessions.ts';
import { Session } from './session.ts';

/**
 * The process that holds the embedded engine. A crash of the native library ends this process and not the service.
 * It ends when its stdin does, so it never outlives the service.
 */
createInterface({ input: process.stdin })
  .once('line', (line) => {
    void live(JSON.parse(line));
  })
  .once('close', () => process.exit(0));

let front: Front | undefined;

async function live(options: ChildOptions): Promise<void> {
  process.once('exit', () => rmSync(options.workFolder, { recursive: true, force: true }));
  process.once('SIGTERM', () => void end());
  try {
    front = await start(options);
    tell({ kind: 'ready', port: front.port });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    tell({ kind: 'failed', reason: text.includes('Cannot lock file') ? 'folder_in_use' : 'other', text });
    process.exitCode = 1;
    process.stdin.destroy();
  }
}

async function start(options: ChildOptions): Promise<Front> {
  const file = path.join(options.workFolder, 'engine.xml');
  const { maxServerMemoryBytes, maxQueries, allowedFunctions } = options;
  writeFileSync(file, embeddedAccessConfig({ file, maxServerMemoryBytes }), { mode: 0o600 });
  const pipes = new ExportPipes(options.workFolder, maxQueries);
  const native = loadNativeEngine();
  // Holds the engine open between requests, and starts it with its configuration.
  native.CreateConnection(options.folder, [`--config-file=${file}`]);
  const openSession = () => new Session(native, options.folder);
  const readers = new ReaderSessions(openSession);
  const allowed = allowedFunctions === 'all' ? 'all' : new Set(allowedFunctions);
  const texts = new AcceptedTexts(openSession, allowed);
  return await listenFront(
    new QueryRunner({ openSession, readers, texts, pipes, maxQueries }),
    options.secret,
  );
}

async function end(): Promise<void> {
  await front?.close();
  process.exit(0);
}

function tell(message: ChildMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
