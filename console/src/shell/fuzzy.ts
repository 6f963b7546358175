/**
 * Entries whose text has all letters of `typed` in their order, best first: whole starts, then starts of words, then
 * letters that stand together. Without letters all of them as they are.
 */
export function rankEntries<Entry extends { readonly text: string }>(
  entries: readonly Entry[],
  typed: string,
): readonly Entry[] {
  const wanted = typed.toLowerCase().replaceAll(' ', '');
  if (wanted === '') return entries;
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry.text.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.entry.text.length - other.entry.text.length)
    .map(({ entry }) => entry);
}

/** 0 = a letter is missing. `usage-by-day` for `ubd` gets three starts of words. */
function scoreOf(text: string, wanted: string): number {
  const whole = text.indexOf(wanted);
  if (whole === 0) return 1000;
  if (whole > 0) return isStart(text, whole) ? 900 : 500;
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at < 0) return 0;
    score += isStart(text, at) ? 10 : at === from ? 4 : 1;
    from = at + 1;
  }
  return score;
}

function isStart(text: string, at: number): boolean {
  return at === 0 || /[^a-z0-9]/.test(text[at - 1] ?? '');
}
