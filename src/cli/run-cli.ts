import { Command } from 'commander';
import type { Settings } from '../app/config.ts';
import { readSettings, SettingsError } from '../app/read-settings.ts';
import { readVersion } from '../app/read-version.ts';
import { StartupError } from '../base/startup-error.ts';
import { backupCommand } from './backup/backup-command.ts';
import { restoreCommand } from './backup/restore-command.ts';
import { CommandError, EXIT_CODES, HELP_HINT } from './command-error.ts';
import { engineCommand } from './engine-command.ts';
import { generateCommand } from './generate/generate-command.ts';
import { importCommand } from './import/import-command.ts';
import { lanesCommand } from './lanes-command.ts';
import { printConfig } from './print-config.ts';
import { consoleCommand } from './remote/console-command.ts';
import { endpointCommands } from './remote/endpoint-commands.ts';
import { exportCommand } from './remote/export-command.ts';
import { keyCommands } from './remote/key-commands.ts';
import { personCommands } from './remote/person-commands.ts';
import { openApiCommand, projectCommands } from './remote/project-commands.ts';
import { replicaCommands } from './replica-commands.ts';
import { smokeCommand } from './smoke-command.ts';
import { tokenCommands } from './token-commands.ts';
import { withSettings } from './with-settings.ts';

// Commands that are the service load it when they run, so that those which only speak to one are quick.
const start: SettingsAction = async (settings) => (await import('./start.ts')).start(settings);
const doctor: SettingsAction = async (settings, options) =>
  (await import('./doctor.ts')).doctor(settings, options);

/**
 * The command line: parses `argv` as Node gives it and runs the command. Reasons that an operator can remove are
 * printed without a stack; the exit code is then 1.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  outliveReaders();
  const program = new Command('sluice')
    .description('Stored analytics queries, served as fast and safe HTTP endpoints.')
    .version(readVersion(), '--version', 'print the version')
    .enablePositionalOptions()
    .showHelpAfterError(HELP_HINT);
  program
    .addCommand(settingsCommand('start', 'Start the service.', start, START_EXAMPLES))
    .addCommand(engineCommand())
    .addCommand(withJson(settingsCommand('config', CONFIG_SENTENCE, printConfig, CONFIG_EXAMPLES)))
    .addCommand(withJson(settingsCommand('doctor', DOCTOR_SENTENCE, doctor, DOCTOR_EXAMPLES)))
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(replicaCommands())
    .addCommand(lanesCommand())
    .addCommand(consoleCommand())
    .addCommand(endpointCommands())
    .addCommand(keyCommands())
    .addCommand(personCommands())
    .addCommand(projectCommands())
    .addCommand(openApiCommand())
    .addCommand(generateCommand())
    .addCommand(tokenCommands())
    .addCommand(smokeCommand());
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

/** A reader that has enough, such as `| head`, is no failure: what comes after it is written to nobody. */
function outliveReaders(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
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
