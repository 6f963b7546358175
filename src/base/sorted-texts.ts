import type { Sliced } from './loop-slices.ts';

/** Texts that are sorted or merged in one step: about a millisecond. */
const AT_ONCE = 2_000;

/** The texts in order. Sorting a hundred thousand at once would hold the event loop for 50 ms. */
export function* sortedTexts(texts: readonly string[]): Sliced<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    runs.push(texts.slice(start, start + AT_ONCE).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergedTexts(runs[index] ?? [], runs[index + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedTexts(left: readonly string[], right: readonly string[]): Sliced<readonly string[]> {
  const merged: string[] = [];
  let fromLeft = 0;
  for (const text of right) {
    for (let next = left[fromLeft]; next !== undefined && next < text; next = left[fromLeft]) {
      merged.push(next);
      fromLeft += 1;
      if (merged.length % AT_ONCE === 0) yield;
    }
    merged.push(text);
    if (merged.length % AT_ONCE === 0) yield;
  }
  return merged.concat(left.slice(fromLeft));
}
