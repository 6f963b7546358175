import { isDiskFull } from '../../base/is-disk-full.ts';
import { StartupError } from '../../base/startup-error.ts';

/**
 * Writes into a folder.
 * @param advice what to do when there is room again
 * @throws StartupError when the disk has no room, instead of the error of the disk
 */
export async function onDiskWithRoom<Written>(
  folder: string,
  advice: string,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new StartupError(`No space left on the disk of ${folder}. Make room, then ${advice}.`, {
      cause: error,
    });
  }
}
