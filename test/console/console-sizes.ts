import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a part of the console weighs. */
export interface PartSize {
  readonly what: string;
  readonly kilobytes: number;
  /** In kB of 1,000 bytes. */
  readonly mostKilobytes: number;
}

/** A script as the build tells of it in `chunks.json`. */
interface Chunk {
  /** Below the folder of the build: `assets/index-B0j.js`. */
  readonly file: string;
  readonly isEntry: boolean;
  /** Files that it cannot run without. */
  readonly imports: readonly string[];
  /** Own files and packages: `src/parts/select.tsx`, `d3-shape`. */
  readonly holds: readonly string[];
}

const CALENDAR = /^src\/parts\/(calendar|date-picker)/;
const CONTROLS = /^src\/parts\/(combo-box|select|choose|text-field|search-field|menu|data-table)\.tsx$/;

/**
 * Sizes of what is loaded, as gzip makes it, the largest one of parts of which there are several.
 * @param folder of one build
 */
export function sizesOf(folder: string): readonly PartSize[] {
  const chunks: readonly Chunk[] = JSON.parse(readFileSync(join(folder, 'chunks.json'), 'utf8'));
  const first = withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  );
  const later = chunks.filter((chunk) => !first.has(chunk));
  const holding = (name: RegExp) => later.filter(({ holds }) => holds.some((held) => name.test(held)));
  const editor = holding(/^@codemirror\/view$/);
  const charts = holding(/^d3-|^src\/charts\//);
  const diff = holding(/^@codemirror\/merge$/);
  const calendar = holding(CALENDAR);
  const known = new Set([...editor, ...charts, ...diff, ...calendar]);
  const controls = [...withImports(later, holding(CONTROLS))].filter((chunk) => !known.has(chunk));
  const others = later.filter((chunk) => !known.has(chunk) && !controls.includes(chunk));
  const size = (chosen: Iterable<Chunk>) =>
    [...chosen].reduce((sum, { file }) => sum + gzipped(join(folder, file)), 0);
  const largest = others.toSorted((one, other) => size([other]) - size([one]))[0];
  return [
    { what: 'JavaScript of the first page', kilobytes: size(first), mostKilobytes: 190 },
    { what: 'style sheets of the first page', kilobytes: stylesOf(folder), mostKilobytes: 20 },
    { what: 'fonts of an English page', kilobytes: fontsOf(folder), mostKilobytes: 100 },
    { what: 'editor', kilobytes: size(editor), mostKilobytes: 150 },
    { what: 'pickers and forms', kilobytes: size(controls), mostKilobytes: 80 },
    { what: 'calendar', kilobytes: size(calendar), mostKilobytes: 65 },
    { what: 'comparing texts', kilobytes: size(diff), mostKilobytes: 15 },
    { what: 'charts', kilobytes: size(charts), mostKilobytes: 40 },
    {
      what: `largest screen (${largest?.file ?? 'none'})`,
      kilobytes: largest === undefined ? 0 : size([largest]),
      mostKilobytes: 30,
    },
  ];
}

/** Chunks with all that they import, as far as it stands in `all`. */
function withImports(all: readonly Chunk[], chosen: readonly Chunk[]): ReadonlySet<Chunk> {
  const found = new Set<Chunk>();
  const take = (chunk: Chunk): void => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const imported of all) if (chunk.imports.includes(imported.file)) take(imported);
  };
  chosen.forEach(take);
  return found;
}

const gzipped = (file: string) => gzipSync(readFileSync(file)).length / 1_000;

function stylesOf(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const names = [...page.matchAll(/\/console\/(assets\/[^"]+\.css)"/g)].map(([, name = '']) => name);
  return names.reduce((sum, name) => sum + gzipped(join(folder, name)), 0);
}

/** Fonts are packed already; those of other alphabets are asked for by their letters alone. */
function fontsOf(folder: string): number {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /latin(?!-ext).*\.woff2$/.test(name));
  return names.reduce((sum, name) => sum + readFileSync(join(assets, name)).length / 1_000, 0);
}
