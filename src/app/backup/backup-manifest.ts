import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../base/startup-error.ts';

/** The number of the form of backups. Raise the number when an older build could not restore a newer backup. */
export const BACKUP_FORMAT = 2;

const relativePath = z.string().refine((text) => !path.isAbsolute(text) && !text.split('/').includes('..'));

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: relativePath, bytes: z.int(), sha256: z.string() }),
  z.object({ kind: z.literal('folder'), path: relativePath }),
  z.object({ kind: z.literal('link'), path: relativePath, target: relativePathOrUp() }),
]);

const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Version of the program that made it. */
  version: z.string(),
  /** What was answered before it is in the backup. */
  created_at: z.string(),
  entries: z.array(entry),
});
const signedSchema = manifestSchema.extend({ sha256: z.string() });

export type BackupManifest = z.output<typeof manifestSchema>;
export type BackupEntry = BackupManifest['entries'][number];

/** The file that is written last: a folder without it is no backup. */
export function manifestFile(backup: string): string {
  return path.join(backup, 'backup.json');
}

/** The data folder inside of a backup. */
export function dataOf(backup: string): string {
  return path.join(backup, 'data');
}

/** @throws StartupError when the folder is no complete backup, or one of another build */
export function readManifest(backup: string): BackupManifest {
  const file = manifestFile(backup);
  if (!existsSync(file))
    throw new StartupError(
      `${backup} is no complete backup: it has no backup.json, which is written last. Use another one.`,
    );
  const found = parse(file);
  const format = z.object({ format: z.unknown() }).safeParse(found);
  if (format.success && format.data.format !== BACKUP_FORMAT)
    throw new StartupError(
      `${backup} was written by another build (backup format ${String(format.data.format)}, this build reads ` +
        `${BACKUP_FORMAT}). Restore it with that build, and start this one on the restored folder.`,
    );
  const manifest = signedSchema.safeParse(found);
  if (!manifest.success || manifest.data.sha256 !== sumOf(manifest.data))
    throw new StartupError(`${file} is damaged. Use another backup.`);
  return manifest.data;
}

/** The text of `backup.json`, which ends in the sum of all before. */
export function manifestText(manifest: BackupManifest): string {
  return `${JSON.stringify({ ...manifest, sha256: sumOf(manifest) }, null, 1)}\n`;
}

/** SHA-256 of what a manifest says, however it is spelled. */
function sumOf({ format, version, created_at, entries }: BackupManifest): string {
  return hash('sha256', JSON.stringify([format, version, created_at, entries.map(membersInOrder)]));
}

function membersInOrder(described: BackupEntry): readonly unknown[] {
  const { kind, path: place } = described;
  if (kind === 'file') return [kind, place, described.bytes, described.sha256];
  return kind === 'link' ? [kind, place, described.target] : [kind, place];
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // It says the same as one that does not fit: the file is damaged.
    return undefined;
  }
}

/** The engine names its databases by links such as `../store/8f1/...`. */
function relativePathOrUp() {
  return z.string().refine((text) => /^\.\.\/store\/[\w/-]+$/.test(text));
}
