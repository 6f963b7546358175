import type { PlottedTable } from './plotted.ts';

const COPIED_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
] as const;
const TEXT_STYLES = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'] as const;

/** A table as CSV (RFC 4180): texts quoted when they need it, values unchanged, lines end with CRLF. */
export function csvOfTable(table: PlottedTable): string {
  const lines = [table.columns, ...table.rows].map((cells) => cells.map(csvCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** The drawing as a document of its own: with the colours and fonts that it has on the page. */
export function svgDocument(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const originals = [drawn, ...drawn.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, at) => {
    const style = getComputedStyle(original);
    const names = original.tagName === 'text' ? [...COPIED_STYLES, ...TEXT_STYLES] : COPIED_STYLES;
    for (const name of names) copies[at]?.setAttribute(name, style.getPropertyValue(name));
    copies[at]?.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The drawing as a PNG of twice its size on the colour behind it.
 * @throws Error when the browser cannot draw it
 */
export async function pngOfDrawing(drawn: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawn.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgDocument(drawn))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.fillStyle = getComputedStyle(drawn).getPropertyValue('--raised') || 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser makes no PNG.');
  return blob;
}

function csvCell(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
