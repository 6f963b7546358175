import { closest, distance } from 'fastest-levenshtein';

/** Longer names are hardly typing mistakes, and comparing them with many known names takes long. */
export const LONGEST_GUESSED_NAME = 100;

/**
 * The known name that `name` was most likely meant to be, or undefined when none is near: at most a third of its
 * letters differ, or the known name stands in front of an underscore, as in `variables_values`. Upper and lower case
 * count as equal.
 */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > LONGEST_GUESSED_NAME) return undefined;
  const lower = name.toLowerCase();
  const byLower = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]));
  const best = closest(lower, [...byLower.keys()]);
  const allowed = Math.max(1, Math.floor(name.length / 3));
  if (distance(lower, best) <= allowed) return byLower.get(best);
  const inFront = [...byLower.keys()].filter((candidate) => lower.startsWith(`${candidate}_`));
  return byLower.get(inFront.sort((a, b) => b.length - a.length)[0] ?? '');
}

/** ` Did you mean "x"?` for the end of an error sentence, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
