import { distance } from 'fastest-levenshtein';

/** Longer names are hardly typing mistakes, and comparing them with many known names takes long. */
export const LONGEST_GUESSED_NAME = 100;

/**
 * The known name that `name` was most likely meant to be, or undefined when none is near: at most a third of its
 * letters differ, or the known name stands in front of an underscore, as in `variables_values`. Upper and lower case
 * count as equal.
 * @param mostLetters of known names of a like length, so many letters are compared and no more
 */
export function nearestName(
  name: string,
  known: readonly string[],
  mostLetters: number = Number.POSITIVE_INFINITY,
): string | undefined {
  if (name.length > LONGEST_GUESSED_NAME) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let allowed = Math.max(1, Math.floor(name.length / 3)) + 1;
  let letters = 0;
  for (const candidate of known) {
    // Names whose lengths differ by more than that have a larger distance.
    if (Math.abs(candidate.length - name.length) >= allowed) continue;
    letters += candidate.length;
    if (letters > mostLetters) break;
    const apart = distance(lower, candidate.toLowerCase());
    if (apart < allowed) [best, allowed] = [candidate, apart];
  }
  return best ?? longestInFront(lower, known);
}

function longestInFront(lower: string, known: readonly string[]): string | undefined {
  let longest: string | undefined;
  for (const candidate of known) {
    const canStand = candidate.length < lower.length && candidate.length > (longest?.length ?? 0);
    if (canStand && lower.startsWith(`${candidate.toLowerCase()}_`)) longest = candidate;
  }
  return longest;
}

/** ` Did you mean "x"?` for the end of an error sentence, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
