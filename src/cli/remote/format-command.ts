import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import { doing, remoteCommand } from './remote-command.ts';

const formattedSchema = z.looseObject({ query: z.string() });

/** `sluice endpoints format`: prints the text and nothing else. */
export function formatCommand(): Command {
  const command = remoteCommand('format [file]', 'Print a SQL text laid out; without a file that of stdin.', [
    'endpoints format query.sql',
    'endpoints format < query.sql > laid-out.sql',
  ]);
  return doing(command, {
    ask: (service, _flags, [file]) =>
      service.call('POST', `${service.project}/endpoints/format`, { query: textOf(file) }),
    show: (body) => console.log(formattedSchema.parse(body).query),
  });
}

function textOf(file: string | undefined): string {
  try {
    return readFileSync(file === undefined || file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandError('usage', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
