/** Properties that are told in a line, and letters of one value. */
const MOST_TOLD = 4;
const LONGEST_VALUE = 40;

/** Properties that name the person already. */
const TOLD_ELSEWHERE = ['email', 'name'];

/** The first properties of a person in a line: "plan pro · city Lagos". */
export function propertyWords(properties: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(properties).filter(([name]) => !TOLD_ELSEWHERE.includes(name));
  const words = told.slice(0, MOST_TOLD).map(([name, value]) => `${name} ${shortened(valueText(value))}`);
  return words.join(' · ') + (told.length > MOST_TOLD ? ` · ${told.length - MOST_TOLD} more` : '');
}

/** A value as text: texts as they are, everything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}

const shortened = (text: string) =>
  text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text || '""';
