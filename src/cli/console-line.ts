import { existsSync } from 'node:fs';
import type { Settings } from '../app/config.ts';
import { credentialsFile, type RunningService } from '../app/lifecycle.ts';
import { isAppError } from '../base/errors.ts';
import { createConsoleCode } from '../services/access/create-console-code.ts';
import { CommandError } from './command-error.ts';
import { readCredentials } from './remote/remote-service.ts';

const ASK = 'Console: run `sluice console`';

/**
 * How the console is opened: a link that signs in once, made with the key of the first start. Without a terminal, where
 * the line would stay in a log, or when that key does not work any more, the command that makes a link.
 * @returns null without a console
 */
export async function consoleLine(
  settings: Settings,
  service: Pick<RunningService, 'url' | 'services'>,
  isTerminal: boolean,
): Promise<string | null> {
  if (!settings.console) return null;
  const file = credentialsFile(settings);
  if (!isTerminal || !existsSync(file)) return ASK;
  try {
    const { code } = await createConsoleCode(service.services, `Bearer ${readCredentials(file).root_key}`);
    return `Console: ${settings.publicUrl ?? service.url}/console/#code=${code}`;
  } catch (error) {
    // The operator has revoked the key, or written something else there.
    if (isAppError(error, 'authentication_failed') || error instanceof CommandError) return ASK;
    throw error;
  }
}
