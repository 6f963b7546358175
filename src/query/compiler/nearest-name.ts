import { closest, distance } from 'fastest-levenshtein';

/** ` Did you mean "x"?` for the nearest of `names`, or nothing when none is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const nearest = closest(name, names);
  const allowed = Math.max(1, Math.floor(name.length / 3));
  return distance(name.toLowerCase(), nearest.toLowerCase()) <= allowed ? ` Did you mean "${nearest}"?` : '';
}
