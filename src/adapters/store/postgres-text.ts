/**
 * PostgreSQL cannot store U+0000 in text, and ids and property names of events may hold it. It is stored as U+E000 `0`,
 * and U+E000 itself (a private-use character, hardly ever seen) as U+E000 `1`, so that different texts stay different.
 */
const SPECIAL = /[\0\uE000]/g;
const STORED = /\uE000([01])/g;

/** A text as it is stored. */
export function toStoredText(text: string): string {
  return text.replace(SPECIAL, (character) => (character === '\0' ? '\uE0000' : '\uE0001'));
}

/** The text that was stored. */
export function fromStoredText(text: string): string {
  return text.includes('\uE000')
    ? text.replace(STORED, (_, digit) => (digit === '0' ? '\0' : '\uE000'))
    : text;
}
