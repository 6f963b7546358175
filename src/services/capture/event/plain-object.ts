import { isRawNumber } from './raw-json.ts';

/** A JSON object as parsed by `parseCaptureJson`. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for JSON objects: not null, not a list, not a raw number. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** The value as the text of an id: texts as they are, and numbers as their digits; null for anything else. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isRawNumber(value) ? value.rawJSON : null;
}
