import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../engine.ts';
import { freezeTables } from '../statements/freeze-tables.ts';

const NAME = 'backup';
const MUTATION = /^mutation_\d+\.txt$/;

/**
 * Makes of the folder of a running engine a second one, `target`, on the same disk: what an engine that was killed at
 * this moment would leave behind, and so one that an engine can be started on. Parts are links, because the engine
 * never changes a part; texts that describe tables are copies. Whoever writes rows must be kept waiting meanwhile.
 */
export async function freezeEngine(
  engine: Pick<Engine, 'command'>,
  folder: string,
  target: string,
): Promise<void> {
  await dropFrozen(folder);
  const tables = await tableFolders(folder);
  // Before the parts: a part may be past a mutation whose text is missing, but never the other way round.
  const mutations = await Promise.all(tables.map((table) => readMutations(folder, table)));
  await freezeTables(engine, NAME);
  await mkdir(path.join(folder, 'shadow', NAME), { recursive: true });
  await rename(path.join(folder, 'shadow', NAME), target);
  for (const table of tables) await copyTexts(folder, target, table);
  for (const { file, text } of mutations.flat()) await writeFile(path.join(target, file), text);
  await copyDatabases(folder, target);
  await dropFrozen(folder);
}

/** Removes what a freeze that was cut off has left in the engine's folder. */
export async function dropFrozen(folder: string): Promise<void> {
  await rm(path.join(folder, 'shadow'), { recursive: true, force: true });
}

/** Folders of tables and databases below the engine's: `store/8f1/8f1991f6-...`. */
async function tableFolders(folder: string): Promise<readonly string[]> {
  const firsts = await readdir(path.join(folder, 'store'));
  const found = await Promise.all(
    firsts.map(async (first) =>
      (await readdir(path.join(folder, 'store', first))).map((id) => path.join('store', first, id)),
    ),
  );
  return found.flat();
}

interface MutationText {
  readonly file: string;
  readonly text: Uint8Array;
}

async function readMutations(folder: string, table: string): Promise<readonly MutationText[]> {
  const names = (await readdir(path.join(folder, table))).filter((name) => MUTATION.test(name));
  const texts = await Promise.all(
    names.map(async (name) => {
      const file = path.join(table, name);
      const text = await unlessGone(readFile(path.join(folder, file)));
      return text === undefined ? [] : [{ file, text }];
    }),
  );
  return texts.flat();
}

/** Files directly in the folder of a table or database, without those of mutations. */
async function copyTexts(folder: string, target: string, table: string): Promise<void> {
  const entries = await unlessGone(readdir(path.join(folder, table), { withFileTypes: true }));
  if (entries === undefined) return;
  await mkdir(path.join(target, table), { recursive: true });
  for (const entry of entries) {
    const file = path.join(table, entry.name);
    if (entry.name === 'detached') await mkdir(path.join(target, file), { recursive: true });
    if (!entry.isFile() || MUTATION.test(entry.name) || entry.name.endsWith('.tmp')) continue;
    await unlessGone(copyFile(path.join(folder, file), path.join(target, file)));
  }
}

async function copyDatabases(folder: string, target: string): Promise<void> {
  await mkdir(path.join(target, 'metadata'), { recursive: true });
  for (const entry of await readdir(path.join(folder, 'metadata'), { withFileTypes: true })) {
    const [from, to] = [folder, target].map((each) => path.join(each, 'metadata', entry.name));
    if (from === undefined || to === undefined) continue;
    if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else if (entry.isFile() && entry.name.endsWith('.sql')) await copyFile(from, to);
  }
}

/** Undefined for a file that vanished meanwhile: that of a finished mutation, or of an import's table. */
async function unlessGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
