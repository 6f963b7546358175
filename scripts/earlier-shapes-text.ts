import type { EarlierShapes, SentByServices } from '../src/adapters/engine/embedded/sent-by-services.ts';
import { readRelease } from '../src/base/release.ts';
import { listText } from './writer-shapes-text.ts';

const INTRODUCTION = `/**
 * What earlier builds send and this one does not, so that their services work with an engine that was upgraded before
 * them. Kept by \`node scripts/write-writer-shapes.ts\`: what goes from \`writer-shapes.ts\` comes here, and stays for
 * the release after that.
 */`;

const LISTS = ['shapes', 'words', 'settings', 'formats'] as const;

/** What is known of the builds before, and what changes now. */
interface ShapesChange {
  readonly before: SentByServices;
  readonly now: SentByServices;
  readonly earlier: readonly EarlierShapes[];
  /** Of the package, such as `0.2.0`. */
  readonly version: string;
}

/** What an engine of `version` takes from services of earlier builds; what they sent two releases ago is left out. */
export function keepEarlierShapes({ before, now, earlier, version }: ShapesChange): readonly EarlierShapes[] {
  const others = earlier.filter(({ goneIn }) => goneIn !== version);
  const same = earlier.find(({ goneIn }) => goneIn === version);
  const goneOf = (list: keyof SentByServices): readonly string[] => {
    const texts = new Set([...(same?.[list] ?? []), ...before[list]]);
    return [...texts].filter((text) => !now[list].includes(text)).sort();
  };
  const gone = { goneIn: version, ...ofAll(goneOf) };
  return [...others.filter(({ goneIn }) => isKept(goneIn, version)), gone]
    .map((each) => ({ ...each, ...ofAll((list) => each[list].filter((text) => !now[list].includes(text))) }))
    .filter((each) => LISTS.some((list) => each[list].length > 0));
}

function ofAll(texts: (list: keyof SentByServices) => readonly string[]): SentByServices {
  return {
    shapes: texts('shapes'),
    words: texts('words'),
    settings: texts('settings'),
    formats: texts('formats'),
  };
}

/** True for the release itself and the one before. Which was the last one before a new major one is not known here. */
function isKept(goneIn: string, version: string): boolean {
  const [gone, now] = [readRelease(goneIn), readRelease(version)];
  if (gone === undefined || now === undefined) return true;
  if (gone[0] === now[0]) return now[1] - gone[1] <= 1;
  return now[0] - gone[0] === 1 && now[1] === 0;
}

/** The text of `earlier-shapes.ts`. */
export function earlierShapesText(earlier: readonly EarlierShapes[]): string {
  const entries = earlier.map((each) =>
    [
      '  {',
      `    goneIn: '${each.goneIn}',`,
      ...LISTS.map((list) => listText(list, each[list], '    ')),
      '  },',
    ].join('\n'),
  );
  const head = `import type { EarlierShapes } from './sent-by-services.ts';\n\n${INTRODUCTION}`;
  const start = 'export const EARLIER_SHAPES: readonly EarlierShapes[] = [';
  return entries.length === 0 ? `${head}\n${start}];\n` : [head, start, ...entries, '];', ''].join('\n');
}
