/** What the readers of answers share: they take parsed JSON and trust no member to be there. */

/** `value` when it is an object, else an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** `value` when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The number, or 0. Integers that came as text (`int64=string`) are numbers too. */
export function numberOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** How a breakdown's value is shown; a list of values is joined as the service joins them. */
export function breakdownName(value: unknown): string {
  if (Array.isArray(value)) return value.map(breakdownName).join(' · ');
  if (value === null || value === undefined || value === '') return 'None';
  return String(value);
}

/** Whether the last bucket still ran when the answer was computed: its range ends later than that. */
export function endsLater(answer: unknown): boolean {
  const { resolved_date_range: range, last_refresh: computed } = objectOf(answer);
  const end = Date.parse(textOf(objectOf(range)['date_to']));
  return Number.isFinite(end) && end > Date.parse(textOf(computed));
}
