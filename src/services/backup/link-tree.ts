import { link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes `target` a second folder of the files of `source`, on the same disk and without copying bytes. Files that come
 * or go meanwhile may be missing; a file that `target` has already stays. Only for folders whose files never change
 * once they have their name.
 */
export async function linkTree(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const entries = await allowing('ENOENT', readdir(source, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.isDirectory()) await linkTree(from, to);
    else if (entry.isFile()) await linkFile(from, to);
  }
}

/** Links one file, unless it is gone or linked already. */
export async function linkFile(from: string, to: string): Promise<void> {
  await allowing('EEXIST', allowing('ENOENT', link(from, to)));
}

async function allowing<Value>(code: string, work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  }
}
