// How figures are written everywhere: a number and its unit never come apart (U+202F and U+00A0 do not wrap).

const NARROW = '\u202f';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** "31,902"; from a million on "1.2 M". `null` and undefined are "–". */
export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) < 1_000_000) return count.format(value);
  return scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P']);
}

/** A figure of an answer in full: "1,402", "3.14"; at most two digits behind the point. */
export function formatFigure(value: number): string {
  return Number.isFinite(value) ? fine.format(value) : '–';
}

/** A figure of an axis: "12 k", "1.5 M"; below 10,000 it stands in full. */
export function formatShort(value: number): string {
  return Math.abs(value) < 10_000 ? formatFigure(value) : scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P']);
}

/** Bytes with decimal prefixes: "48 kB", "1.2 MB". */
export function formatBytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return scaled(value, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB']);
}

/** Milliseconds: "0.4 ms", "12 ms", "1.3 s", "2 min 5 s". */
export function formatMs(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value < 10) return `${trim(value.toFixed(value < 1 ? 2 : 1))}${NARROW}ms`;
  if (value < 1000) return `${Math.round(value)}${NARROW}ms`;
  if (value < 60_000) return `${trim((value / 1000).toFixed(value < 10_000 ? 2 : 1))}${NARROW}s`;
  return formatSpan(value / 1000);
}

const SPANS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A span of at least 0 seconds in its two largest units: "3 h 12 min", "2.4 s", "40 ms". */
export function formatSpan(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))}${NARROW}ms`;
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)}${NARROW}s`;
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [size, unit] of SPANS) {
    const times = Math.floor(rest / size);
    rest -= times * size;
    if (times > 0) parts.push(`${times}${NARROW}${unit}`);
    if (parts.length === 2 || (parts.length === 1 && times === 0)) break;
  }
  return parts.join(' ') || `0${NARROW}s`;
}

/** A share of 1 as percent: "86 %", "0.4 %", "<0.1 %". */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return `<0.1${NARROW}%`;
  if (percent < 10 && percent > 0) return `${trim(percent.toFixed(1))}${NARROW}%`;
  if (percent > 99 && percent < 100) return `${trim((Math.floor(percent * 10) / 10).toFixed(1))}${NARROW}%`;
  return `${Math.round(percent)}${NARROW}%`;
}

/** What `part` is of `total`, to a tenth: "52.3 %", "50 %"; "–" when there is no total. */
export function formatRate(part: number, total: number): string {
  return total === 0 ? '–' : `${trim(((100 * part) / total).toFixed(1))}${NARROW}%`;
}

/** Percent that are a figure already, such as a rate of a funnel: "52.34 %". */
export function formatPercent(percent: number): string {
  return `${formatFigure(percent)}${NARROW}%`;
}

/** "41 s", "9 m", "4 h", "2 d", as short as a cell. Negative ages, of clocks that disagree, are "0 s". */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}${NARROW}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}${NARROW}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}${NARROW}h`;
  return `${Math.floor(seconds / 86_400)}${NARROW}d`;
}

/** A length of time in words for sentences: "6 hours", "5 minutes", "90 seconds". */
export function formatSeconds(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const;
  for (const [size, word] of units) {
    if (seconds >= size && seconds % size === 0) return plural(seconds / size, word);
  }
  return plural(seconds, 'second');
}

/** How long ago in rough words: "41 seconds", "12 minutes", "5 hours", "3 days". */
export function formatRoughly(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return plural(seconds, 'second');
  if (seconds < 7200) return plural(Math.round(seconds / 60), 'minute');
  if (seconds < 172_800) return plural(Math.round(seconds / 3600), 'hour');
  return plural(Math.round(seconds / 86_400), 'day');
}

/** "1 run", "31,902 runs" */
export function plural(value: number, word: string, words = `${word}s`): string {
  return `${formatCount(value)} ${value === 1 ? word : words}`;
}

function scaled(value: number, base: number, units: readonly string[]): string {
  const steps = Math.min(
    units.length - 1,
    Math.floor(Math.log(Math.max(1, Math.abs(value))) / Math.log(base)),
  );
  const shown = value / base ** steps;
  const digits = steps === 0 || Math.abs(shown) >= 100 ? 0 : 1;
  return `${trim(shown.toFixed(digits))}${NARROW}${units[steps]}`.trimEnd();
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
