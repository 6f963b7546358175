import { createClient, SluiceError } from './sluice.gen.ts';

const REFRESH_MS = 5_000;
/** Of a chart, in units of its own. */
const WIDTH = 800;
const HEIGHT = 180;

/** Who is signed in, and where Sluice is. */
interface Me {
  readonly organization: string;
  readonly url: string;
  readonly project: number;
}

const me = (await fetch('/me').then((response) => response.json())) as Me;

const sluice = createClient({
  url: me.url,
  project: me.project,
  // Asked once, and again when the token has run out.
  token: async () => ((await fetch('/token').then((response) => response.json())) as { token: string }).token,
  // The browser sends the ETag of the answer that it has, and shows it again after a 304.
  fetch: (url, options) => fetch(url, { ...options, cache: 'no-cache' }),
});

const days = element('days') as HTMLSelectElement;
element('organization').textContent = me.organization;
days.addEventListener('change', () => void show());
setInterval(() => void show(), REFRESH_MS);
await show();

/** Asks for both charts and draws what came; what comes for days that are no longer chosen is left aside. */
async function show(): Promise<void> {
  const chosen = days.value;
  const asked = { variables: { days: Number(chosen) as 7 | 28 | 56 } };
  try {
    const [byDay, byMethod] = await Promise.all([
      sluice.run('calls-by-day', asked),
      sluice.run('calls-by-method', asked),
    ]);
    if (chosen !== days.value) return;
    const busiest = byDay.rows.reduce((most, row) => (row.calls > most.calls ? row : most), {
      day: 'none',
      calls: 0,
    });
    element('calls').textContent = sum(byDay.rows.map(({ calls }) => calls));
    element('failed').textContent = sum(byDay.rows.map(({ failed }) => failed));
    element('busiest').textContent = busiest.day;
    element('by-day').replaceChildren(drawDays(byDay.rows));
    element('by-method').replaceChildren(drawMethods(byMethod.rows));
    element('state').textContent = `As of ${new Date(byDay.lastRefresh).toLocaleTimeString()}`;
  } catch (error) {
    // What is on the page stays: the next round may find it.
    const reason = error instanceof SluiceError ? `${error.code}: ${error.message}` : String(error);
    element('state').textContent = `Not refreshed (${reason})`;
  }
}

function sum(counts: readonly number[]): string {
  return counts.reduce((total, count) => total + count, 0).toLocaleString('en');
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** A bar for each day, failed calls at its foot. */
function drawDays(rows: readonly { day: string; calls: number; failed: number }[]): SVGElement {
  const most = Math.max(1, ...rows.map(({ calls }) => calls));
  const step = WIDTH / Math.max(1, rows.length);
  const scale = (HEIGHT - 24) / most;
  const bars = rows.flatMap(({ day, calls, failed }, place) => {
    const at = { x: place * step + 1, width: Math.max(1, step - 2) };
    const bar = (name: string, count: number): SVGElement =>
      svg('rect', { ...at, class: name, y: HEIGHT - 20 - count * scale, height: count * scale });
    const both = svg('g', {}, [svg('title', {}, `${day}: ${calls} calls, ${failed} failed`)]);
    both.append(bar('calls', calls), bar('failed', failed));
    return both;
  });
  const label = (row: { day: string } | undefined, x: number, anchor: string): SVGElement =>
    svg('text', { x, y: HEIGHT - 4, 'text-anchor': anchor }, row?.day ?? '');
  const axis = svg('line', { class: 'axis', x1: 0, x2: WIDTH, y1: HEIGHT - 20, y2: HEIGHT - 20 });
  const labels = [label(rows[0], 0, 'start'), label(rows.at(-1), WIDTH, 'end')];
  const name = `Calls by day, ${rows.length} days`;
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': name }, [
    ...bars,
    axis,
    ...labels,
  ]);
}

/** A bar for each method. */
function drawMethods(rows: readonly { method: string | null; calls: number }[]): SVGElement {
  const most = Math.max(1, ...rows.map(({ calls }) => calls));
  const bars = rows.flatMap(({ method, calls }, place) => {
    const y = place * 28;
    const width = ((WIDTH - 220) * calls) / most;
    return [
      svg('text', { x: 0, y: y + 17 }, method ?? 'none'),
      svg('rect', { class: 'calls', x: 130, y: y + 4, width, height: 18 }),
      svg('text', { x: 136 + width, y: y + 17 }, String(calls)),
    ];
  });
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${rows.length * 28}`, role: 'img', 'aria-label': 'Calls by method' },
    bars,
  );
}

function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly SVGElement[] = [],
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...(typeof content === 'string' ? [content] : content));
  return made;
}
