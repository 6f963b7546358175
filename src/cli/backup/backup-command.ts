import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { clientEnvironment, readSettings } from '../../app/read-settings.ts';
import { readVersion } from '../../app/read-version.ts';
import { systemClock } from '../../base/clock.ts';
import { isoTime } from '../../base/iso-time.ts';
import { type BackupMoment, backupMomentSchema } from '../../schema/backup-moment.ts';
import { CommandError } from '../command-error.ts';
import { progressBar } from '../progress-bar.ts';
import { remoteCommand } from '../remote/remote-command.ts';
import { connect, type RemoteFlags, type RemoteService } from '../remote/remote-service.ts';

const MOMENTS = '/api/backup_moments';
/** A moment is kept for ten minutes after each call. */
const KEEP_EVERY_MS = 60_000;

/** `sluice backup <target>`: of the service that runs on the data folder, or of the folder of a stopped one. */
export function backupCommand(): Command {
  return remoteCommand(
    'backup <target>',
    'Copy everything of a service, running or stopped, into a new folder, as of one moment.',
    [
      'backup /backups/2026-11-22',
      'backup /backups/2026-11-22 --data-dir /var/lib/sluice --key "$ROOT_KEY"',
      'backup ./copy --json',
    ],
  ).action(backUp);
}

async function backUp(target: string, flags: RemoteFlags): Promise<void> {
  const { checkBackupTarget } = await import('../../app/backup/write-backup.ts');
  checkBackupTarget(target);
  const dataDir = path.resolve(flags.dataDir ?? clientEnvironment().dataDir);
  if (!path.relative(dataDir, path.resolve(target)).startsWith('..'))
    throw new CommandError(
      'usage',
      `${target} is in the data folder ${dataDir}. Name a folder outside of it.`,
    );
  const service = await runningService(flags, dataDir);
  if (service !== null) return backUpRunning(service, target, flags);
  const { withStoppedFolder } = await import('../../app/backup/stopped-folder.ts');
  const settings = readSettings({ flags: { dataDir } });
  await withStoppedFolder({ ...settings, dataDir }, (folder) =>
    copyMoment({ folder, createdAt: isoTime(systemClock.nowMs()) }, target, flags),
  );
}

/** Null when no process has the data folder and no address is named. */
async function runningService(flags: RemoteFlags, dataDir: string): Promise<RemoteService | null> {
  if (flags.url !== undefined || clientEnvironment().url !== undefined) return connect(flags);
  const { isFolderHeld } = await import('../../app/backup/stopped-folder.ts');
  if (!isFolderHeld(dataDir)) return null;
  return connect({ ...flags, dataDir });
}

async function backUpRunning(service: RemoteService, target: string, flags: RemoteFlags): Promise<void> {
  const moment = backupMomentSchema.parse((await service.call('POST', MOMENTS)).body);
  const keeping = setInterval(() => void keep(service, moment), KEEP_EVERY_MS);
  try {
    if (!existsSync(moment.folder))
      throw new CommandError(
        'usage',
        `The service holds the moment in ${moment.folder}, which is not on this machine. Run the command there, ` +
          'as the user of the service.',
      );
    await copyMoment({ folder: moment.folder, createdAt: moment.created_at }, target, flags);
  } finally {
    clearInterval(keeping);
    await service.call('DELETE', `${MOMENTS}/${moment.id}`);
  }
}

/** A moment that is gone shows as a file that is missing. */
async function keep(service: RemoteService, { id }: BackupMoment): Promise<void> {
  await service.call('POST', `${MOMENTS}/${id}/keep`).catch(() => undefined);
}

interface HeldMoment {
  readonly folder: string;
  readonly createdAt: string;
}

async function copyMoment(
  { folder, createdAt }: HeldMoment,
  target: string,
  flags: RemoteFlags,
): Promise<void> {
  const { writeBackup } = await import('../../app/backup/write-backup.ts');
  const bar = progressBar('Backing up, bytes');
  const source = { folder, createdAt, version: readVersion() };
  const written = await writeBackup(source, target, bar.update).finally(() => bar.end());
  if (flags.json === true) console.log(JSON.stringify({ target, created_at: createdAt, ...written }));
  else
    console.log(
      `${target} holds the service as of ${createdAt}: ${written.files} files, ${written.bytes} bytes.`,
    );
}
