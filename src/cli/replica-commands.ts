import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { readSettings } from '../app/read-settings.ts';
import { isoTime } from '../base/iso-time.ts';
import { CommandError, HELP_HINT } from './command-error.ts';
import { printTable } from './remote/print-table.ts';

interface StoreFlags {
  readonly config?: string;
  readonly databaseUrl?: string;
  readonly json?: boolean;
}

interface ForgetFlags extends StoreFlags {
  readonly yes?: boolean;
}

/** `sluice replicas ...`: the services on one PostgreSQL database, read from there, also when none runs. */
export function replicaCommands(): Command {
  return new Command('replicas')
    .description('List the services on one PostgreSQL database, and give up one that is gone.')
    .showHelpAfterError(HELP_HINT)
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(forgetCommand());
}

function listCommand(): Command {
  const command = new Command('list').description(
    'List names, versions, when each was last seen, and bytes of accepted events that queries do not see yet.',
  );
  return ofStore(command, ['sluice replicas', 'sluice replicas list --json']).action(
    async (flags: StoreFlags) => {
      const { listStoreReplicas } = await storeReplicas();
      const found = await listStoreReplicas(settingsOf(flags));
      const replicas = found.map(({ name, version, live, lastSeenAtMs, spoolBytes }) => ({
        name,
        version,
        live,
        last_seen_at: isoTime(lastSeenAtMs),
        spool_bytes: spoolBytes,
      }));
      if (flags.json === true) console.log(JSON.stringify(replicas));
      else
        printTable(
          COLUMNS,
          replicas.map((each) => Object.values(each)),
        );
    },
  );
}

const COLUMNS = ['name', 'version', 'live', 'last_seen_at', 'spool_bytes'];

function forgetCommand(): Command {
  const command = new Command('forget')
    .description(
      'Give up a service that is gone with its data folder: its accepted, unwritten events are lost, nobody waits for them.',
    )
    .argument('<name>', 'as `sluice replicas` lists it')
    .option('--yes', 'do not ask for the name again');
  return ofStore(command, [
    'sluice replicas forget 8d0c1a52-5c54-4e0f-9a55-0c8f5b1d2e3f',
    'sluice replicas forget 8d0c1a52-5c54-4e0f-9a55-0c8f5b1d2e3f --yes',
  ]).action(async (name: string, flags: ForgetFlags) => {
    if (flags.yes !== true) await confirm(name);
    const { forgetStoreReplica } = await storeReplicas();
    const outcome = await forgetStoreReplica(settingsOf(flags), name);
    if (outcome === 'unknown') throw new CommandError('refused', `There is no replica ${name}.`);
    if (outcome === 'live')
      throw new CommandError('refused', `${name} was there a moment ago. Stop it, and wait 15 seconds.`);
    console.log(flags.json === true ? JSON.stringify({ forgotten: name }) : `${name} is given up.`);
  });
}

/** @throws CommandError unless the name is typed */
async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('usage', 'Without a terminal, say --yes.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await asking.question(`Events that only ${name} has are lost. Type its name to go on: `);
  asking.close();
  if (typed.trim() !== name) throw new CommandError('usage', 'That is another name; nothing was changed.');
}

/** Loaded when it is needed, so that other commands are quick. */
const storeReplicas = () => import('../app/store-replicas.ts');

function ofStore(command: Command, examples: readonly string[]): Command {
  return command
    .showHelpAfterError(HELP_HINT)
    .option('--database-url <url>', 'the PostgreSQL database; default SLUICE_DATABASE_URL')
    .option('--config <file>', 'JSON file of settings; sluice.config.json is read when it exists')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${each}`).join('\n')}`);
}

function settingsOf({ config, databaseUrl }: StoreFlags): ReturnType<typeof readSettings> {
  return readSettings({ file: config, flags: databaseUrl === undefined ? {} : { databaseUrl } });
}
