import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';

/** Values of one body, those in lists and objects too: twenty bytes each in the largest body. */
const MAX_VALUES = 1_000_000;
/** Lists and objects inside each other; those deeper than 64 in properties are stored as null. */
const MAX_DEPTH = 1_000;

const SLICE_CHARACTERS = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Refuses a JSON text that is costly for its size, before it is parsed. Looks at it in slices, a turn of the event loop each.
 * @throws AppError payload_too_large (values; clients halve their batch), invalid_value (depth), what `signal` aborts with
 */
export async function checkJsonSize(text: string, signal?: AbortSignal): Promise<void> {
  const count = { values: 1, depth: 0, isText: false, isEscaped: false };
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    if (start > 0) await nextTurn();
    signal?.throwIfAborted();
    countIn(text, start, count);
    if (count.values > MAX_VALUES)
      throw new AppError('payload_too_large', `The body has more than ${MAX_VALUES} values.`);
  }
}

interface Count {
  /** At least as many as there are. */
  values: number;
  depth: number;
  isText: boolean;
  isEscaped: boolean;
}

function countIn(text: string, start: number, count: Count): void {
  const end = Math.min(text.length, start + SLICE_CHARACTERS);
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (count.isText) {
      if (count.isEscaped) count.isEscaped = false;
      else if (code === BACKSLASH) count.isEscaped = true;
      else if (code === QUOTE) count.isText = false;
    } else countMark(code, count);
  }
}

function countMark(code: number, count: Count): void {
  switch (code) {
    case QUOTE:
      count.isText = true;
      return;
    // A comma, and what opens, stand before a value.
    case 0x2c:
      count.values += 1;
      return;
    case 0x5b:
    case 0x7b:
      count.values += 1;
      count.depth += 1;
      if (count.depth > MAX_DEPTH)
        throw new AppError('invalid_value', `The body is nested deeper than ${MAX_DEPTH} levels.`);
      return;
    case 0x5d:
    case 0x7d:
      count.depth -= 1;
      return;
    default:
      return;
  }
}
