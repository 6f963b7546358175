/** A row of a table of results: the texts of its cells by the titles of their columns. */
export type ResultRow = Readonly<Record<string, string>>;

/** A part of benchmarks/RESULTS.md that tells of one benchmark. */
export interface ResultPart {
  /** What stands behind `##`: when and where it was measured. */
  readonly title: string;
  readonly rows: readonly ResultRow[];
}

/** The newest part of `results` whose first table has these columns. */
export function resultPart(results: string, columns: readonly string[]): ResultPart {
  for (const part of results.split(/^## /m).slice(1)) {
    const [title = ''] = part.split('\n', 1);
    const rows = firstTable(part);
    if (columns.every((column) => rows[0]?.[column] !== undefined)) return { title, rows };
  }
  throw new Error(`RESULTS.md has no table with the columns ${columns.join(', ')}`);
}

function firstTable(part: string): readonly ResultRow[] {
  const [head = '', _line, ...rows] = /(?:^\|.*\n)+/m.exec(part)?.[0].trimEnd().split('\n') ?? [];
  const titles = cellsOf(head);
  return rows.map((row) => {
    const cells = cellsOf(row);
    return Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']));
  });
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
