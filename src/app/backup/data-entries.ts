import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** What a data folder holds of its data; all else belongs to the running process or is made again. */
const PARTS: readonly string[] = [
  'store.sqlite',
  'engine',
  'spool',
  'objects',
  'imports',
  'folder-format',
  'initial-credentials.json',
];

/** What the engine makes again in its folder. */
const ENGINE_OWN: readonly string[] = ['data', 'shadow', 'status', 'tmp'];

/** One entry of a data folder, by its path below that. */
export type DataEntry =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** Everything of a data folder that a backup holds, folders before what is in them. */
export function dataEntries(folder: string): readonly DataEntry[] {
  const parts = readdirSync(folder).filter((name) => PARTS.includes(name));
  return parts.toSorted().flatMap((name) => entriesOf(folder, name));
}

function entriesOf(folder: string, place: string): readonly DataEntry[] {
  const full = path.join(folder, place);
  const found = lstatSync(full);
  if (found.isSymbolicLink()) return [{ kind: 'link', path: place, target: readlinkSync(full) }];
  if (!found.isDirectory()) return [{ kind: 'file', path: place, bytes: found.size }];
  const names = readdirSync(full).filter((name) => place !== 'engine' || !ENGINE_OWN.includes(name));
  return [
    { kind: 'folder', path: place },
    ...names.toSorted().flatMap((name) => entriesOf(folder, path.join(place, name))),
  ];
}
