import path from 'node:path';
import { Command } from 'commander';
import { clientEnvironment } from '../../app/read-settings.ts';
import { progressBar } from '../progress-bar.ts';

interface RestoreFlags {
  readonly dataDir?: string;
}

const EXAMPLES = [
  'sluice restore /backups/2026-11-22 --data-dir /var/lib/sluice',
  'SLUICE_DATA_DIR=./restored sluice restore ./copy && SLUICE_DATA_DIR=./restored sluice start',
];

/** `sluice restore <source>`: makes a data folder of a backup. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Make a data folder of a backup. Until it is whole and compared, no service starts in it.')
    .argument('<source>', 'folder that `sluice backup` has written')
    .option('--data-dir <folder>', 'new or empty folder; default SLUICE_DATA_DIR or ./data')
    .addHelpText('after', `\nExamples:\n${EXAMPLES.map((each) => `  ${each}`).join('\n')}`)
    .action(restore);
}

async function restore(source: string, flags: RestoreFlags): Promise<void> {
  const { restoreBackup } = await import('../../app/backup/restore-backup.ts');
  const dataDir = path.resolve(flags.dataDir ?? clientEnvironment().dataDir);
  const bar = progressBar('Restoring, bytes');
  const { created_at: createdAt } = await restoreBackup(path.resolve(source), dataDir, bar.update).finally(
    () => bar.end(),
  );
  console.log(
    `${dataDir} is the service as of ${createdAt}. Start it: SLUICE_DATA_DIR=${dataDir} sluice start`,
  );
}
