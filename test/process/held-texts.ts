import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a file is for: the first folder below the data folder, or the file itself. */
export function kindOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

/** Files that hold one of the texts. */
export function holders(folder: string, texts: readonly (string | Buffer)[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const found = files.flatMap((file) => {
    const whole = path.join(file.parentPath, file.name);
    let bytes: Buffer;
    try {
      bytes = readFileSync(whole);
    } catch {
      // The engine has removed it meanwhile.
      return [];
    }
    return texts.some((text) => bytes.includes(text)) ? [path.relative(folder, whole)] : [];
  });
  return found;
}

/** Parts of the data folder that name a person, besides the engine's. */
export const FOLDERS = ['imports', 'spool', 'store.sqlite', 'store.sqlite-wal'];
