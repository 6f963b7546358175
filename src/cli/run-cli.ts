import { Command, InvalidArgumentError } from 'commander';
import { describeSettings, readSettings, type Settings, SettingsError } from '../app/config.ts';
import { StartupError } from '../base/startup-error.ts';
import { CommandError, EXIT_CODES } from './command-error.ts';
import { printConfig } from './print-config.ts';
import { endpointCommands } from './remote/endpoint-commands.ts';
import { keyCommands } from './remote/key-commands.ts';
import { openApiCommand, projectCommands } from './remote/project-commands.ts';

// Commands that are the service load it when they run, so that those which only speak to one are quick.
const start: SettingsAction = async (settings) => (await import('./start.ts')).start(settings);
const doctor: SettingsAction = async (settings, options) =>
  (await import('./doctor.ts')).doctor(settings, options);

/**
 * The command line: parses `argv` as Node gives it and runs the command. Reasons that an operator can remove are
 * printed without a stack; the exit code is then 1.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  const program = new Command('sluice')
    .description('Stored analytics queries, served as fast and safe HTTP endpoints.')
    .showHelpAfterError('Run with --help for the commands and options.');
  program
    .addCommand(settingsCommand('start', 'Start the service.', start, START_EXAMPLES))
    .addCommand(withJson(settingsCommand('config', CONFIG_SENTENCE, printConfig, CONFIG_EXAMPLES)))
    .addCommand(withJson(settingsCommand('doctor', DOCTOR_SENTENCE, doctor, DOCTOR_EXAMPLES)))
    .addCommand(importCommand())
    .addCommand(endpointCommands())
    .addCommand(keyCommands())
    .addCommand(projectCommands())
    .addCommand(openApiCommand());
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommandError) {
      console.error(error.message);
      process.exitCode = error.exitCode;
      return;
    }
    if (!(error instanceof StartupError || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = EXIT_CODES.usage;
  }
}

const CONFIG_SENTENCE = 'Print the effective settings, secrets masked.';
const DOCTOR_SENTENCE = 'Check that the service can start here.';

const START_EXAMPLES = [
  'sluice start',
  'sluice start --demo on --port 0',
  'SLUICE_DATA_DIR=/var/lib/sluice sluice start',
];
const CONFIG_EXAMPLES = ['sluice config', 'sluice config --json', 'sluice config --config production.json'];
const DOCTOR_EXAMPLES = ['sluice doctor', 'sluice doctor --data-dir /var/lib/sluice'];

type SettingsAction = (settings: Settings, options: { readonly json: boolean }) => Promise<void> | void;

/** A command that takes every setting as an option. */
function settingsCommand(
  name: string,
  description: string,
  action: SettingsAction,
  examples: readonly string[],
): Command {
  const command = withSettings(new Command(name).description(description), examples);
  return command.action(async ({ config, json = false, ...flags }: SettingsFlags) => {
    await action(readSettings({ file: config, flags }), { json });
  });
}

interface SettingsFlags {
  readonly config?: string;
  readonly json?: boolean;
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

function withSettings(command: Command, examples: readonly string[]): Command {
  command
    .option('--config <file>', 'JSON file of settings; sluice.config.json is read when it exists')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const { name: setting, sentence, unit, value } of describeSettings(
    readSettings({ environment: {} }),
  )) {
    const inUnit = unit === undefined ? '' : ` (${unit})`;
    const byDefault = value === undefined ? '' : `; default ${JSON.stringify(value)}`;
    command.option(`--${kebabCase(setting)} <value>`, `${sentence}${inUnit}${byDefault}`);
  }
  return command;
}

const IMPORT_EXAMPLES = [
  'sluice import events.jsonl.gz --project 1',
  'sluice import 2025.jsonl 2026.jsonl --format posthog --project 2 --data-dir /var/lib/sluice',
];

interface ImportFlags {
  readonly config?: string;
  readonly project: number;
  readonly format: string;
}

function importCommand(): Command {
  const command = new Command('import')
    .description('Import files of events into a project, with the service stopped. Safe to run again.')
    .argument('<files...>', 'JSON lines, plain or compressed (.gz, .zst)')
    .requiredOption('--project <id>', 'project that gets the events', readProjectId)
    .option('--format <name>', 'form of the files: posthog', readFormat, 'posthog');
  return withSettings(command, IMPORT_EXAMPLES).action(
    async (files: readonly string[], { config, project, format: _format, ...flags }: ImportFlags) => {
      const { importFiles } = await import('./import.ts');
      await importFiles(readSettings({ file: config, flags }), { files, projectId: project });
    },
  );
}

function readProjectId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected the number of a project.');
  return Number(text);
}

function readFormat(text: string): string {
  if (text !== 'posthog') throw new InvalidArgumentError('The one format so far is posthog.');
  return text;
}

/** `dataDir` → `data-dir` */
function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
