import type { Command } from 'commander';
import { describeSettings, type GivenSettings, type SettingName, settingNames } from '../app/config.ts';
import { readSettings } from '../app/read-settings.ts';

interface SettingOptions {
  /** Those that mean something to the command. */
  readonly names?: readonly SettingName[];
  /** What it takes in place of the defaults of the service. */
  readonly defaults?: GivenSettings;
}

/** Gives a command settings as options, by default every one, and examples. */
export function withSettings(
  command: Command,
  examples: readonly string[],
  { names = settingNames(), defaults = {} }: SettingOptions = {},
): Command {
  command
    .option('--config <file>', 'JSON file of settings; sluice.config.json is read when it exists')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const { name: setting, sentence, unit, value } of describeSettings(
    readSettings({ environment: {}, defaults }),
  )) {
    if (!names.includes(setting)) continue;
    const inUnit = unit === undefined ? '' : ` (${unit})`;
    const byDefault = value === undefined ? '' : `; default ${JSON.stringify(value)}`;
    command.option(`--${kebabCase(setting)} <value>`, `${sentence}${inUnit}${byDefault}`);
  }
  return command;
}

/** Those of a command's flags that are settings. */
export function settingsAmong(flags: object): GivenSettings {
  const names: readonly string[] = settingNames();
  return Object.fromEntries(Object.entries(flags).filter(([name]) => names.includes(name)));
}

/** `dataDir` → `data-dir` */
function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
