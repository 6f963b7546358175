import { Command, InvalidArgumentError, Option } from 'commander';
import { clientEnvironment, readSettings } from '../../app/read-settings.ts';
import { idOfText } from '../../base/id-of-text.ts';
import {
  CSV_DELIMITERS,
  type CsvDelimiter,
  TEXT_ENCODINGS,
  type TextEncoding,
} from '../../schema/csv-form.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../schema/import.ts';
import { MAPPED_FORMATS } from '../../schema/import-mapping.ts';
import { CommandError } from '../command-error.ts';
import { remoteImporter } from '../remote/remote-importer.ts';
import { connect, findService } from '../remote/remote-service.ts';
import { settingsAmong, withSettings } from '../with-settings.ts';
import { followUndo } from './follow-undo.ts';
import { type Importer, type ImportOrder, importFiles, withGitHistories } from './import-files.ts';
import { readMapping } from './read-mapping.ts';

const EXAMPLES = [
  'sluice import events.jsonl.gz --project 1',
  'sluice import orders.csv --format csv --mapping orders.yaml --project 1 --dry-run',
  'sluice import . --format git --project 1',
  'sluice import --undo 01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10 --project 1 --dry-run',
  'sluice import 2025.jsonl 2026.jsonl --format mixpanel --project 2 --data-dir /var/lib/sluice',
];

interface ImportFlags {
  readonly config?: string;
  readonly project: number;
  readonly format: ImportFormat | 'git';
  readonly mapping?: string;
  readonly csvDelimiter?: CsvDelimiter;
  readonly encoding?: TextEncoding;
  readonly dryRun?: boolean;
  readonly onError: 'skip' | 'fail';
  readonly withAuthors?: boolean;
  readonly undo?: string;
  readonly url?: string;
  readonly key?: string;
  readonly dataDir?: string;
}

/** `sluice import`: through the service when it runs, else in this process. */
export function importCommand(): Command {
  const command = new Command('import')
    .description(
      'Import files of events into a project: through the service when it runs, else directly. Safe to run again.',
    )
    .argument('[files...]', 'files, plain or compressed (gzip, zstd); for git, folders of repositories')
    .requiredOption('--project <id>', 'project that gets the events', readProjectId)
    .addOption(
      new Option('--format <name>', 'form of the files')
        .choices([...IMPORT_FORMATS, 'git'])
        .default('posthog'),
    )
    .option('--mapping <file>', 'YAML file that says what the columns of jsonl, csv and parquet mean')
    .addOption(
      new Option('--csv-delimiter <name>', 'what stands between columns of csv; default: found').choices(
        CSV_DELIMITERS,
      ),
    )
    .addOption(
      new Option('--encoding <name>', 'encoding of text files; default: found').choices(TEXT_ENCODINGS),
    )
    .option('--dry-run', 'read and count, show the first events, write nothing; with --undo: count')
    .addOption(
      new Option('--on-error <what>', 'rows that are not events: leave them out, or write nothing')
        .choices(['skip', 'fail'])
        .default('skip'),
    )
    .option('--with-authors', 'for git: names and addresses of authors instead of hashes')
    .option(
      '--undo <id>',
      'instead of files: stop that import if it runs, else delete the events that it brought and nothing else did',
    )
    .option('--url <address>', 'address of a running service; default that of the data folder, if it answers')
    .option('--key <key>', 'personal API key for it; default the root key in the data folder');
  return withSettings(command, EXAMPLES).action(runImport);
}

async function runImport(files: readonly string[], flags: ImportFlags): Promise<void> {
  const { format, mapping, csvDelimiter, encoding, withAuthors = false, undo } = flags;
  if ((undo === undefined) === (files.length === 0))
    throw new CommandError('usage', 'Name files to import, or with --undo the id of an import.');
  if (undo !== undefined)
    return followUndo(undo, { isDryRun: flags.dryRun === true }, await openImporter(flags));
  if (mapping !== undefined && !MAPPED_FORMATS.includes(format))
    throw new CommandError('usage', 'A mapping goes with the formats jsonl, csv and parquet.');
  if (csvDelimiter !== undefined && format !== 'csv')
    throw new CommandError('usage', '--csv-delimiter goes with --format csv.');
  if (encoding !== undefined && ['parquet', 'git'].includes(format))
    throw new CommandError('usage', `--encoding does not go with --format ${format}.`);
  const order: ImportOrder = {
    projectId: flags.project,
    format: format === 'git' ? 'posthog' : format,
    mapping: mapping === undefined ? null : readMapping(mapping),
    csvDelimiter,
    encoding,
    onError: flags.onError,
    isDryRun: flags.dryRun === true,
  };
  const take = async (sources: readonly string[]): Promise<void> =>
    importFiles(sources, order, await openImporter(flags));
  await (format === 'git' ? withGitHistories(files, { withAuthors }, take) : take(files));
}

async function openImporter(flags: ImportFlags): Promise<Importer> {
  const { config, project, url, key, dataDir } = flags;
  const remote = { project: String(project), url, key, dataDir };
  if (url !== undefined || clientEnvironment().url !== undefined) return remoteImporter(connect(remote));
  const running = await findService(remote);
  if (running !== null) return remoteImporter(running);
  const { openLocalImporter } = await import('./local-importer.ts');
  return openLocalImporter(readSettings({ file: config, flags: settingsAmong(flags) }), project);
}

function readProjectId(text: string): number {
  const project = idOfText(text);
  if (project === undefined) throw new InvalidArgumentError('Expected the number of a project.');
  return project;
}
