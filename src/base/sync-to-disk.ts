import { open } from 'node:fs/promises';

/** Makes the content of a file durable, or that files were created, renamed or removed in a folder. */
export async function syncToDisk(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
