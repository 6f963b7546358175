import { Command } from 'commander';
import { describeSettings, readSettings, type Settings, SettingsError } from '../app/config.ts';
import { StartupError } from '../base/startup-error.ts';
import { doctor } from './doctor.ts';
import { printConfig } from './print-config.ts';
import { start } from './start.ts';

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
    .addCommand(
      settingsCommand(
        'config',
        'Print the effective settings, secrets masked.',
        printConfig,
        CONFIG_EXAMPLES,
      ),
    )
    .addCommand(settingsCommand('doctor', 'Check that the service can start here.', doctor, DOCTOR_EXAMPLES));
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const START_EXAMPLES = [
  'sluice start',
  'sluice start --demo on --port 0',
  'SLUICE_DATA_DIR=/var/lib/sluice sluice start',
];
const CONFIG_EXAMPLES = ['sluice config', 'sluice config --config production.json'];
const DOCTOR_EXAMPLES = ['sluice doctor', 'sluice doctor --data-dir /var/lib/sluice'];

/** A command that takes every setting as an option. */
function settingsCommand(
  name: string,
  description: string,
  action: (settings: Settings) => Promise<void> | void,
  examples: readonly string[],
): Command {
  const command = new Command(name)
    .description(description)
    .option('--config <file>', 'JSON file of settings; sluice.config.json is read when it exists')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const { name: setting, sentence, unit, value } of describeSettings(
    readSettings({ environment: {} }),
  )) {
    const inUnit = unit === undefined ? '' : ` (${unit})`;
    const byDefault = value === undefined ? '' : `; default ${JSON.stringify(value)}`;
    command.option(`--${kebabCase(setting)} <value>`, `${sentence}${inUnit}${byDefault}`);
  }
  return command.action(async ({ config, ...flags }: { readonly config?: string }) => {
    await action(readSettings({ file: config, flags }));
  });
}

/** `dataDir` → `data-dir` */
function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
