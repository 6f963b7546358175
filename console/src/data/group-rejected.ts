/** A row that an import has not taken. */
export interface RejectedRow {
  readonly row_number: number;
  readonly reason: string;
  /** The line as it came; of a table its cells as JSON. */
  readonly row: string;
}

/** Rejected rows of one reason. */
export interface RejectedGroup {
  readonly reason: string;
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly RejectedRow[];
}

const EXAMPLES = 3;

/** Rows of JSON lines by their reason, most first. */
export function groupRejected(lines: string): readonly RejectedGroup[] {
  const groups = new Map<string, { reason: string; count: number; examples: RejectedRow[] }>();
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line) as RejectedRow;
    const group = groups.get(row.reason) ?? { reason: row.reason, count: 0, examples: [] };
    group.count += 1;
    if (group.examples.length < EXAMPLES) group.examples.push(row);
    groups.set(row.reason, group);
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count);
}
