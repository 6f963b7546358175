import { AppError } from './errors.ts';
import type { Sliced } from './loop-slices.ts';

export interface JsonLimits {
  /** Most values in one body; values inside lists and objects count too. */
  readonly maxValues: number;
  /** Deepest nesting of lists and objects. */
  readonly maxDepth: number;
  /**
   * Most members of one object; absent = any number. Whatever is done with an object of more than a thousand takes
   * three to ten times as long for each member.
   */
  readonly maxMembers?: number;
}

const SLICE_CHARACTERS = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Refuses a JSON text that is costly for its size, before it is parsed.
 * @throws AppError payload_too_large (values, members; clients halve their batch), invalid_value (depth)
 */
export function* checkJsonSize(text: string, limits: JsonLimits): Sliced<void> {
  if (isSmall(text, limits)) return;
  const count = { at: 0, values: 1, depth: 0, members: [] };
  while (count.at < text.length) {
    countSlice(text, count, limits);
    if (count.values > limits.maxValues)
      throw new AppError('payload_too_large', `The body has more than ${limits.maxValues} values.`);
    yield;
  }
}

/**
 * True when the text is certainly within both bounds because it is short and has few open brackets. This check is six
 * times as quick as counting. It also subtracts closing braces in front of `,{"name`, so that the events of a list do
 * not count as nested in each other. Such braces always stand outside texts: if a text ended at that quote, a letter
 * would follow the text directly, and the parser would refuse the body.
 */
function isSmall(text: string, { maxValues, maxDepth }: JsonLimits): boolean {
  if (text.length >= maxValues) return false;
  const brackets = /[[{]|\}{1,4}(?=,\{"[a-z_$])/gi;
  let open = 0;
  for (let found = brackets.exec(text); found !== null; found = brackets.exec(text)) {
    open += text.charCodeAt(found.index) === CLOSE_BRACE ? -found[0].length : 1;
    if (open > maxDepth) return false;
  }
  return true;
}

interface Count {
  /** Position at which counting goes on; never inside a text. */
  at: number;
  /** Number of values found so far; the true number is not larger. */
  values: number;
  depth: number;
  /** Number of members found so far in each open object, the innermost last. */
  readonly members: number[];
}

function countSlice(text: string, count: Count, limits: JsonLimits): void {
  const end = Math.min(text.length, count.at + SLICE_CHARACTERS);
  while (count.at < end) {
    const code = text.charCodeAt(count.at);
    count.at = code === QUOTE ? afterText(text, count.at) : count.at + 1;
    countMark(code, count, limits);
    if (limits.maxMembers !== undefined) countMember(code, count, limits.maxMembers);
  }
}

/** A colon outside texts stands behind the name of a member. */
function countMember(code: number, { members }: Count, maxMembers: number): void {
  if (code === OPEN_BRACE) members.push(0);
  else if (code === CLOSE_BRACE) members.pop();
  if (code !== COLON) return;
  const found = (members.pop() ?? 0) + 1;
  if (found > maxMembers)
    throw new AppError('payload_too_large', `An object of the body has more than ${maxMembers} members.`);
  members.push(found);
}

/** The position after the text that begins at `start`, or the end of the input when the text is not closed. */
function afterText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1))
    if (!isEscaped(text, at)) return at + 1;
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

function countMark(code: number, count: Count, { maxDepth }: JsonLimits): void {
  switch (code) {
    // A value follows each comma and each opening bracket.
    case 0x2c:
      count.values += 1;
      return;
    case 0x5b:
    case 0x7b:
      count.values += 1;
      count.depth += 1;
      if (count.depth > maxDepth)
        throw new AppError('invalid_value', `The body is nested deeper than ${maxDepth} levels.`);
      return;
    case 0x5d:
    case CLOSE_BRACE:
      count.depth -= 1;
      return;
    default:
      return;
  }
}
