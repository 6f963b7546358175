/** A space that neither wraps nor widens, between a figure and its unit. */
const NARROW = '\u202f';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const STEPS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];
const SPANS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A figure in full, such as `1,402` or `3.14`; at most two digits behind the point. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) ? whole.format(value) : fine.format(value);
}

/** A figure for an axis, such as `12 k` or `1.5 M`; below 10,000 it stands in full. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  if (size < 10_000) return formatFigure(value);
  const [unit, letter] = STEPS.find(([step]) => size >= step) ?? [1, ''];
  const scaled = value / unit;
  return `${scaled.toFixed(Math.abs(scaled) < 100 && !Number.isInteger(scaled) ? 1 : 0)}${NARROW}${letter}`;
}

/** The share of `part` in `total` such as `52.3 %`; `–` when there is no total. */
export function formatShare(part: number, total: number): string {
  if (total === 0) return '–';
  const percent = (100 * part) / total;
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)}${NARROW}%`;
}

/** Percent that are a figure already, such as a rate of a funnel: `52.34 %`. */
export function formatPercent(percent: number): string {
  return `${formatFigure(percent)}${NARROW}%`;
}

/**
 * A span of time in its two largest units, such as `3 h 12 min`, `2.4 s` or `40 ms`.
 * @param seconds at least 0
 */
export function formatSeconds(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))}${NARROW}ms`;
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)}${NARROW}s`;
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [size, unit] of SPANS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${NARROW}${unit}`);
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break;
  }
  return parts.join(' ') || `0${NARROW}s`;
}
