import { open, rename } from 'node:fs/promises';
import { newUuid } from '../base/ids.ts';

/** Writes a whole file that only its owner may read, durable when it resolves. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${newUuid()}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
