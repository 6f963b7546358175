import { type ReactNode, useRef, useState } from 'react';
import { formatFigure } from '../parts/format.ts';
import styles from './chart-frame.module.css';
import { csvOfTable, pngOfDrawing, svgDocument } from './copy-chart.ts';
import type { PlottedTable } from './plotted.ts';

/** What every chart has: its sentence, the table behind it, its copies. */
interface ChartFrameProps {
  /** What the chart shows, as a sentence; its accessible name. */
  readonly title: string;
  /** The same figures as a table. */
  readonly table: PlottedTable;
  readonly children: ReactNode;
  /** Something to say under the chart, such as what is drawn in another way than asked. */
  readonly note?: string | undefined;
  /** False when the chart is a list or a table, which is no picture to copy. */
  readonly hasDrawing?: boolean;
}

const MOST_TABLE_ROWS = 1000;

/** Puts a chart into its frame: `t` or a button shows the table behind it; PNG, SVG and CSV can be copied. */
export function ChartFrame({ title, table, children, note, hasDrawing = true }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const [said, setSaid] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const copy = (what: string, make: (drawn: SVGSVGElement | null) => ClipboardItems) => {
    const drawn = body.current?.querySelector<SVGSVGElement>('svg[data-chart]') ?? null;
    copyItems(what, () => make(drawn)).then(setSaid);
  };
  return (
    <figure
      className={styles['frame']}
      aria-label={title}
      onKeyDown={(event) => {
        if (
          event.key === 't' &&
          !event.ctrlKey &&
          !event.metaKey &&
          !event.altKey &&
          !isTyping(event.target)
        ) {
          setIsTable(!isTable);
        }
      }}
    >
      <div ref={body} className={styles['body']}>
        {isTable ? <BehindTable title={title} table={table} /> : children}
      </div>
      <figcaption className={styles['foot']}>
        <span className={styles['note']}>{note}</span>
        <span className={styles['said']} role="status">
          {said}
        </span>
        <button type="button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'} <kbd>t</kbd>
        </button>
        <button type="button" onClick={() => copy('CSV', () => [textItem(csvOfTable(table))])}>
          Copy CSV
        </button>
        {!isTable && hasDrawing && (
          <>
            <button type="button" onClick={() => copy('SVG', (drawn) => [textItem(svgOf(drawn))])}>
              SVG
            </button>
            <button type="button" onClick={() => copy('PNG', (drawn) => [pngItem(drawn)])}>
              PNG
            </button>
          </>
        )}
      </figcaption>
    </figure>
  );
}

function BehindTable({ title, table }: { readonly title: string; readonly table: PlottedTable }) {
  const shown = table.rows.slice(0, MOST_TABLE_ROWS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles['scroll']} tabIndex={0} aria-label={`Table: ${title}`}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name; their place tells them apart.
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, rowAt) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place.
            <tr key={rowAt}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place.
                <td key={at} data-figure={typeof cell === 'number' || undefined}>
                  {typeof cell === 'number' ? formatFigure(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > shown.length && <p>The first {shown.length} rows; Copy CSV has all.</p>}
    </section>
  );
}

/** Copies and says what came of it. Clipboards are missing on plain HTTP of another host. */
async function copyItems(what: string, make: () => ClipboardItems): Promise<string> {
  if (!('clipboard' in navigator)) return 'This page may not use the clipboard: it is not served by HTTPS.';
  try {
    await navigator.clipboard.write(make());
    return `${what} copied`;
  } catch {
    return `The browser did not let ${what} be copied.`;
  }
}

function textItem(text: string): ClipboardItem {
  return new ClipboardItem({ 'text/plain': text });
}

function pngItem(drawn: SVGSVGElement | null): ClipboardItem {
  if (drawn === null) throw new Error('There is no drawing here.');
  return new ClipboardItem({ 'image/png': pngOfDrawing(drawn) });
}

function svgOf(drawn: SVGSVGElement | null): string {
  if (drawn === null) throw new Error('There is no drawing here.');
  return svgDocument(drawn);
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
