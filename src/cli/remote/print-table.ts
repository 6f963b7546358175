import { writeJson } from '../../base/write-json.ts';

/** Prints rows below their column names, aligned. */
export function printTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): void {
  const lines = [
    columns.map((name) => cellText(name).toUpperCase()),
    ...rows.map((row) => row.map(cellText)),
  ];
  const widths = columns.map((_, place) => Math.max(...lines.map((line) => line[place]?.length ?? 0)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Prints the members of an object, one a line. */
export function printMembers(value: Readonly<Record<string, unknown>>): void {
  const width = Math.max(0, ...Object.keys(value).map((name) => name.length));
  for (const [name, member] of Object.entries(value))
    console.log(`${name.padEnd(width)}  ${cellText(member)}`);
}

/**
 * A text of the same length in which nothing steers the terminal. Anybody can send events, so their texts are not
 * trusted.
 */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/\p{Cc}/gu, '\uFFFD');
}

/** Text of a cell on one line: null is empty, objects are JSON. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return printable(value.replaceAll(/\s+/g, ' '));
  return typeof value === 'object' ? writeJson(value) : String(value);
}
