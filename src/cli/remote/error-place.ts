import { z } from 'zod';
import { positionSchema } from '../../schema/error-body.ts';
import { printable } from './print-table.ts';

const placedSchema = z.looseObject({ attr: z.string().nullable(), position: positionSchema });

/** Most characters of the text that are shown on either side of the mark. */
const AROUND = 60;

/**
 * The place that a refusal names, for people: line and column, and where the text was sent with the request, that line
 * with what is wrong underlined. Null when it names none.
 * @param refusal body of the answer
 * @param sent body of the request
 */
export function errorPlace(refusal: unknown, sent: unknown): string | null {
  const placed = placedSchema.safeParse(refusal);
  if (!placed.success) return null;
  const { attr, position } = placed.data;
  const place = `  line ${position.line}, column ${position.column}`;
  const text = attr?.split('.').reduce(memberOf, sent);
  const line = typeof text === 'string' ? text.split('\n')[position.line - 1] : undefined;
  return line === undefined ? place : `${place}\n${underline(line, position.column - 1, position.length)}`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(Object(value)).find(([key]) => key === name)?.[1]
    : undefined;
}

/** What is wrong may go on in the next line; the mark ends with this one. */
function underline(line: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const shown = line.slice(from, at + AROUND);
  const marks = '^'.repeat(Math.max(1, Math.min(length, from + shown.length - at)));
  return `  ${printable(shown)}\n  ${' '.repeat(at - from)}${marks}`;
}
