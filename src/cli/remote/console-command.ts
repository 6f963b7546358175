import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import { remoteCommand } from './remote-command.ts';
import { connect, isKeyKnown, type RemoteAnswer, type RemoteFlags } from './remote-service.ts';

const codeSchema = z.looseObject({ code: z.string(), expires_at: z.string() });

/** Of a shell whose command was interrupted. */
const INTERRUPTED = 130;

/** `sluice console`: prints a link that opens the console signed in. */
export function consoleCommand(): Command {
  const sentence = 'Print a link that opens the console signed in, once and within 10 minutes.';
  const command = remoteCommand('console', sentence, [
    'console',
    'console --url https://analytics.example.com',
    'console --key slp_...',
  ]);
  return command.action(async (flags: RemoteFlags) => {
    const { answer, addressOf } = await makeCode(flags);
    if (flags.json === true) console.log(answer.text);
    else console.log(`${addressOf('/console/')}#code=${codeSchema.parse(answer.body).code}`);
  });
}

interface MadeCode {
  readonly answer: RemoteAnswer;
  addressOf(path: string): string;
}

/** Asks for a key where none is known, or the one in the data folder works no longer. */
async function makeCode(flags: RemoteFlags): Promise<MadeCode> {
  if (!isKeyKnown(flags) && mayAsk()) return codeOf({ ...flags, key: await readKey() });
  try {
    return await codeOf(flags);
  } catch (error) {
    const isRefused = error instanceof CommandError && error.message.startsWith('authentication_failed:');
    if (!isRefused || flags.key !== undefined || !mayAsk()) throw error;
    return codeOf({ ...flags, key: await readKey() });
  }
}

async function codeOf(flags: RemoteFlags): Promise<MadeCode> {
  const service = connect(flags);
  const answer = await service.call('POST', '/api/console_session_codes');
  return { answer, addressOf: (path) => service.addressOf(path) };
}

function mayAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Reads a key from the terminal without showing it. */
async function readKey(): Promise<string> {
  process.stderr.write('Personal API key (slp_...): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.once('SIGINT', () => process.exit(INTERRUPTED));
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
