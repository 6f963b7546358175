import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { remoteCommand } from './remote-command.ts';
import { connect, type RemoteFlags } from './remote-service.ts';

interface ExportFlags extends RemoteFlags {
  readonly after?: string;
  readonly before?: string;
  readonly event?: string;
}

const FORMS = [
  { ending: '.jsonl', format: 'ndjson', isPacked: false },
  { ending: '.jsonl.gz', format: 'ndjson', isPacked: true },
  { ending: '.parquet', format: 'parquet', isPacked: false },
] as const;

/** `sluice export <file>`: the events of a project; the name of the file says in which form. */
export function exportCommand(): Command {
  return remoteCommand('export <file>', 'Export events of a project into a file that import reads.', [
    'export events.jsonl.gz',
    'export 2025.parquet --after 2025-01-01T00:00:00Z --before 2026-01-01T00:00:00Z',
  ])
    .option('--after <time>', 'from this time on, ISO 8601')
    .option('--before <time>', 'before this time, ISO 8601')
    .option('--event <name>', 'only events of this name')
    .action(exportTo);
}

async function exportTo(file: string, flags: ExportFlags): Promise<void> {
  const form = FORMS.find(({ ending }) => file.endsWith(ending));
  if (form === undefined)
    throw new CommandError('usage', 'The file name must end in .jsonl, .jsonl.gz or .parquet.');
  const service = connect(flags);
  const { after, before, event } = flags;
  const query = new URLSearchParams({
    format: form.format,
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
    ...(event !== undefined && { event }),
  });
  const body = Readable.from(await service.download(`${service.project}/export?${query}`));
  const unfinished = `${file}.part`;
  const target = createWriteStream(unfinished);
  try {
    await (form.isPacked ? pipeline(body, createGzip(), target) : pipeline(body, target));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CommandError('unreachable', 'The export broke off; no part of the file is kept.', {
      cause: error,
    });
  }
  renameSync(unfinished, file);
}
