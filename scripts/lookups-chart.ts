import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ResultPart, type ResultRow, resultPart } from './result-table.ts';

const WIDTH = 760;
const ROW_HEIGHT = 22;
/** Where the labels end and the axis begins and ends; the first row. */
const [LABELS, LEFT, RIGHT, TOP] = [196, 212, 724, 84];
/** Milliseconds, on a scale of powers of ten. */
const [LEAST, MOST] = [1, 10_000];

/** Who is measured: the column of the table, and the mark, which tells them apart without its colour. */
const CONTESTANTS = [
  { column: 'before', legend: 'Sluice without lookups', mark: circle, style: 'before' },
  { column: 'Sluice', legend: 'Sluice', mark: circle, style: 'sluice' },
  { column: 'PostgreSQL', legend: 'PostgreSQL with the index', mark: square, style: 'postgres' },
  { column: 'DuckDB', legend: 'DuckDB', mark: triangle, style: 'duckdb' },
] as const;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-weight: 600; font-size: 14px; }
  .small { font-size: 11px; fill: #57606a; }
  .grid { stroke: #d0d7de; }
  .before { fill: none; stroke: #6e7781; stroke-width: 2; }
  .sluice { fill: #0969da; }
  .postgres { fill: #bc4c00; }
  .duckdb { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .before { stroke: #9198a1; }
    .sluice { fill: #4493f8; }
    .postgres { fill: #f0883e; }
    .duckdb { fill: #3fb950; }
  }`;

/** The text of docs/lookups.svg: the newest table of the benchmark `lookups` in benchmarks/RESULTS.md. */
export function lookupsChart(): string {
  const results = readFileSync(resolve(import.meta.dirname, '../benchmarks/RESULTS.md'), 'utf8');
  return drawn(resultPart(results, ['customer, question', ...CONTESTANTS.map(({ column }) => column)]));
}

function drawn({ title, rows }: ResultPart): string {
  const bottom = TOP + rows.length * ROW_HEIGHT;
  const height = bottom + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>Median time of what the page of one customer asks, in milliseconds</title>
<style>${STYLE}
</style>
<text class="title" x="16" y="24">What the page of one customer waits for: whole runs, median in ms</text>
<text class="small" x="16" y="42">${escaped(title)}</text>
${legend()}
${[1, 10, 100, 1_000, 10_000].map((ms) => gridLine(ms, bottom)).join('\n')}
${rows.map(rowMarks).join('\n')}
</svg>
`;
}

function legend(): string {
  return CONTESTANTS.map(({ legend: text, mark, style }, at) => {
    const before = CONTESTANTS.slice(0, at).reduce((sum, { legend }) => sum + legend.length * 7 + 36, 0);
    const x = LEFT - 180 + before;
    return `${mark(x, 62, style)}<text x="${x + 11}" y="66">${text}</text>`;
  }).join('\n');
}

function gridLine(ms: number, bottom: number): string {
  const x = placeOf(ms);
  return `<path class="grid" d="M${x} ${TOP - 6}V${bottom}"/><text class="small" x="${x}" y="${bottom + 16}" text-anchor="middle">${ms} ms</text>`;
}

function rowMarks(row: ResultRow, at: number): string {
  const y = TOP + at * ROW_HEIGHT + ROW_HEIGHT / 2;
  const label = escaped(row['customer, question'] ?? '');
  const marks = CONTESTANTS.map(({ column, mark, style }) => {
    // `17.4 (28.1)`: the median, and behind it the 95th percentile.
    const ms = Number.parseFloat(row[column] ?? '');
    return Number.isFinite(ms) ? mark(placeOf(ms), y, style) : '';
  });
  return `<path class="grid" d="M${LEFT} ${y}H${RIGHT}" stroke-dasharray="1 3"/><text x="${LABELS}" y="${y + 4}" text-anchor="end">${label}</text>${marks.join('')}`;
}

function placeOf(ms: number): number {
  const share = Math.log(Math.min(Math.max(ms, LEAST), MOST) / LEAST) / Math.log(MOST / LEAST);
  return Math.round(LEFT + share * (RIGHT - LEFT));
}

function circle(x: number, y: number, style: string): string {
  return `<circle class="${style}" cx="${x}" cy="${y}" r="5"/>`;
}

function square(x: number, y: number, style: string): string {
  return `<path class="${style}" d="M${x - 4.5} ${y - 4.5}h9v9h-9z"/>`;
}

function triangle(x: number, y: number, style: string): string {
  return `<path class="${style}" d="M${x} ${y - 6}l5.5 10h-11z"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('`', '');
}
