import { Command } from 'commander';
import { CommandError } from './command-error.ts';

interface SmokeFlags {
  readonly engineUrl?: string;
  readonly cluster?: string;
}

const EXAMPLES = [
  'sluice smoke --engine-url http://sluice:PASSWORD@10.0.0.5:8123',
  'SLUICE_ENGINE_URL=https://sluice:PASSWORD@10.0.0.5:8443 sluice smoke --cluster main',
];

/** `sluice smoke`: tries a ClickHouse server or cluster out. */
export function smokeCommand(): Command {
  return new Command('smoke')
    .description(
      'Try a ClickHouse server or cluster out: makes the tables, and two projects with rows, which are removed again.',
    )
    .option('--engine-url <url>', 'the server, with name and password; default SLUICE_ENGINE_URL')
    .option('--cluster <name>', 'the cluster that its tables are to stand on; default SLUICE_ENGINE_CLUSTER')
    .addHelpText('after', `\nExamples:\n${EXAMPLES.map((each) => `  ${each}`).join('\n')}`)
    .action(run);
}

async function run(flags: SmokeFlags): Promise<void> {
  const { engineEnvironment } = await import('../app/read-settings.ts');
  const given = engineEnvironment();
  const url = flags.engineUrl ?? given.url;
  if (url === undefined || !URL.canParse(url))
    throw new CommandError('usage', 'Name the server: --engine-url http://name:password@host:8123');
  const { smoke } = await import('./smoke.ts');
  await smoke({ url, cluster: flags.cluster ?? given.cluster });
}
