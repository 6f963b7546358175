/**
 * The name nearest to `wanted`, when it is near enough to be meant: about a third of its letters changed, and at most
 * three. Case does not count. The first of equally near ones wins, so put the likeliest first.
 */
export function nearestName(wanted: string, names: Iterable<string>): string | null {
  const most = Math.min(3, Math.max(1, Math.ceil(wanted.length / 3)));
  let best: string | null = null;
  let fewest = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= fewest) continue;
    const changes = editDistance(wanted.toLowerCase(), name.toLowerCase(), fewest);
    if (changes < fewest) {
      best = name;
      fewest = changes;
    }
  }
  return best;
}

/** Letters added, left out or changed between two texts; gives up at `enough`. */
function editDistance(one: string, other: string, enough: number): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (previous[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    if (Math.min(...current) >= enough) return enough;
    previous = current;
  }
  return previous.at(-1) ?? enough;
}
