import type { EarlierShapes } from './sent-by-services.ts';

/**
 * What earlier builds send and this one does not, so that their services work with an engine that was upgraded before
 * them. Kept by `node scripts/write-writer-shapes.ts`: what goes from `writer-shapes.ts` comes here, and stays for
 * the release after that.
 */
export const EARLIER_SHAPES: readonly EarlierShapes[] = [
  {
    goneIn: '0.1.0',
    shapes: [
      "KILL MUTATION WHERE database = 'app' AND position(command, 'app.fold_DIGITS_') > 0 AND NOT is_done",
    ],
    words: [],
    settings: [],
    formats: [],
  },
];
