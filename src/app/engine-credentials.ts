import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { newSecretBytes } from '../base/ids.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Settings } from './config.ts';
import { writePrivateFile } from './write-private-file.ts';

const credentialsSchema = z.object({ secret: z.string().min(32) });

const SECRET_BYTES = 32;

/** Where `sluice engine` keeps the secret that it made, mode 0600. */
export function engineCredentialsFile({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'engine-credentials.json');
}

/**
 * The secret of an engine: that of the settings, else the one that the first start made. Call it with the data folder
 * locked.
 * @throws StartupError when the file holds none
 */
export async function engineSecret(settings: Pick<Settings, 'dataDir' | 'engineSecret'>): Promise<string> {
  if (settings.engineSecret !== undefined) return settings.engineSecret;
  const file = engineCredentialsFile(settings);
  if (existsSync(file)) return readSecret(file);
  const secret = newSecretBytes(SECRET_BYTES).toString('hex');
  await writePrivateFile(file, `${JSON.stringify({ secret }, null, 2)}\n`);
  return secret;
}

function readSecret(file: string): string {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).secret;
  } catch (error) {
    throw new StartupError(
      `${file} holds no secret of at least 32 characters. Remove it, so that a new one is made, or set SLUICE_ENGINE_SECRET.`,
      { cause: error },
    );
  }
}
