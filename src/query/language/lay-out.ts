import { type FormatComment, type FormatGroup, type FormatItem, flatText } from './format-items.ts';

/** Longest line that is not broken. */
const WIDTH = 100;
/** Longest sub-query that stays on one line. */
const SUBQUERY_WIDTH = 60;
const STEP = 2;

/** Words that may stand before JOIN, in any order. */
const JOIN_WORDS = new Set(
  'GLOBAL LEFT RIGHT FULL INNER OUTER CROSS ANY ALL SEMI ANTI ASOF ARRAY'.split(' '),
);
const LISTS = new Set(['SELECT', 'WITH', 'GROUP', 'ORDER', 'WINDOW']);
const CONDITIONS = new Set(['WHERE', 'PREWHERE', 'HAVING', 'QUALIFY']);

/** A clause of a statement: its words, what they stand before, and comments that belong to the next one. */
interface Clause {
  readonly head: readonly FormatItem[];
  readonly body: readonly FormatItem[];
}

/** The text of a statement, clause by clause. @param indent of the lines behind the first */
export function layOutStatement(items: readonly FormatItem[], indent = 0): string {
  return clausesOf(items)
    .map((clause) => layOutClause(clause, indent))
    .join(newLine(indent));
}

const newLine = (indent: number): string => `\n${' '.repeat(indent)}`;

function keyOf(item: FormatItem | undefined): string {
  return item?.kind === 'token' ? item.key : '';
}

// -------------------------------------------------------------------------------------------------- clauses

function clausesOf(items: readonly FormatItem[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let headEnd = 0;
  const end = (at: number): void => {
    if (at === start) return;
    const body = items.slice(headEnd, at);
    const above = body.findLastIndex((item) => item.kind !== 'comment' || !item.ownsLine) + 1;
    if (headEnd > start || above > 0)
      clauses.push({ head: items.slice(start, headEnd), body: body.slice(0, above) });
    for (const comment of body.slice(above)) clauses.push({ head: [comment], body: [] });
  };
  for (let at = 0; at < items.length; at += 1) {
    const length = headLength(items, at, keyOf(items[start]));
    if (length === 0) continue;
    end(at);
    start = at;
    headEnd = at + length;
    at = headEnd - 1;
  }
  end(items.length);
  return clauses;
}

/** How many items begin a clause here; 0 = none does. */
function headLength(items: readonly FormatItem[], at: number, clause: string): number {
  const [key, next] = [keyOf(items[at]), keyOf(items[at + 1])];
  const before = keyOf(items[at - 1]);
  switch (key) {
    case 'SELECT':
      return next === 'DISTINCT' ? 2 : 1;
    case 'FROM':
      return before === 'FILL' || (before === 'DISTINCT' && keyOf(items[at - 2]) !== 'SELECT') ? 0 : 1;
    case 'WHERE':
    case 'PREWHERE':
    case 'HAVING':
    case 'QUALIFY':
    case 'LIMIT':
      return 1;
    case 'WITH':
      return items.slice(0, at).every(({ kind }) => kind === 'comment') ? 1 : 0;
    case 'GROUP':
    case 'ORDER':
      return next === 'BY' ? 2 : 0;
    case 'WINDOW':
      return keyOf(items[at + 2]) === 'AS' ? 1 : 0;
    case 'OFFSET':
      return clause === 'ORDER' || clause === 'WHERE' || clause === 'FROM' ? 1 : 0;
    case 'UNION':
    case 'INTERSECT':
      return 1 + (next === 'ALL' || next === 'DISTINCT' ? 1 : 0);
    case 'EXCEPT':
      return next === 'SELECT' || items[at + 1]?.kind === 'group' ? Number(isStatement(items[at + 1])) : 0;
    default:
      return joinLength(items, at);
  }
}

function joinLength(items: readonly FormatItem[], at: number): number {
  let length = 0;
  while (JOIN_WORDS.has(keyOf(items[at + length]))) length += 1;
  return keyOf(items[at + length]) === 'JOIN' ? length + 1 : 0;
}

function isStatement(item: FormatItem | undefined): boolean {
  if (item?.kind !== 'group') return keyOf(item) === 'SELECT';
  const first = item.items.find(({ kind }) => kind !== 'comment');
  return item.open === '(' && (['SELECT', 'WITH'].includes(keyOf(first)) || isStatement(first));
}

function layOutClause({ head, body }: Clause, indent: number): string {
  const words = flatText(head) ?? layOutSequence(head, indent, 0);
  if (body.length === 0) return words;
  if (head.length === 0) return layOutSequence(body, indent, 0);
  const flat = flatText(body);
  if (flat !== null && indent + words.length + 1 + flat.length <= WIDTH) return `${words} ${flat}`;
  const inner = indent + STEP;
  const key = keyOf(head[0]);
  if (LISTS.has(key)) return words + newLine(inner) + layOutList(body, inner);
  if (CONDITIONS.has(key)) return `${words} ${layOutCondition(body, inner, words.length + 1 - STEP)}`;
  return `${words} ${layOutSequence(body, indent, words.length + 1)}`;
}

// -------------------------------------------------------------------------------------------------- parts

/** Items between commas, each on lines of its own. */
function layOutList(items: readonly FormatItem[], indent: number): string {
  const lines: string[] = [];
  let part: FormatItem[] = [];
  const end = (comma: string, after: readonly FormatComment[]): void => {
    const last = part.findLastIndex(({ kind }) => kind !== 'comment') + 1;
    const behind = [...part.slice(last), ...after].flatMap((item) => (item.kind === 'comment' ? [item] : []));
    const text = layOutSequence(part.slice(0, last), indent, 0) + comma;
    lines.push(behind.reduce((line, comment) => withComment(line, comment, indent), text));
    part = [];
  };
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    if (keyOf(item) !== ',') {
      part.push(item);
      continue;
    }
    const after: FormatComment[] = [];
    for (let next = items[at + 1]; next?.kind === 'comment' && !next.ownsLine; next = items[at + 1]) {
      after.push(next);
      at += 1;
    }
    end(',', after);
  }
  if (part.length > 0) end('', []);
  return lines.join(newLine(indent));
}

function withComment(line: string, { text, ownsLine }: FormatComment, indent: number): string {
  const isBehindLine = /(?:--|\/\/|#)[^\n]*$/.test(line.slice(line.lastIndexOf('\n') + 1)) && line !== '';
  return ownsLine || (isBehindLine && line.includes('--'))
    ? line + newLine(indent) + text
    : `${line} ${text}`;
}

/** Conditions between AND and OR, each on lines of its own but the first. @param column where the first begins */
function layOutCondition(items: readonly FormatItem[], indent: number, column: number): string {
  const starts = [0];
  let cases = 0;
  let betweens = 0;
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    if (key === 'CASE') cases += 1;
    if (key === 'END' && cases > 0) cases -= 1;
    if (key === 'BETWEEN') betweens += 1;
    if (key === 'AND' && betweens > 0) betweens -= 1;
    else if (['AND', 'OR'].includes(key) && cases === 0 && at > 0) starts.push(at);
  }
  return starts
    .map((start, part) =>
      layOutSequence(items.slice(start, starts[part + 1]), indent, part === 0 ? column : 0),
    )
    .join(newLine(indent));
}

/** Items one after the other; brackets are broken where they do not fit. @param column of the first, behind `indent` */
function layOutSequence(items: readonly FormatItem[], indent: number, column: number): string {
  let text = '';
  let at = indent + column;
  let mustBreak = false;
  let isAtStart = true;
  const add = (piece: string): void => {
    text += piece;
    const broken = piece.lastIndexOf('\n');
    at = broken === -1 ? at + piece.length : piece.length - broken - 1;
  };
  for (const item of items) {
    const breaks = mustBreak || (item.kind === 'comment' && item.ownsLine && !(isAtStart && column === 0));
    if (breaks) add(newLine(indent));
    else if (!isAtStart && item.hasSpace) add(' ');
    isAtStart = false;
    mustBreak = item.kind === 'comment' && item.endsLine;
    if (item.kind === 'group') add(layOutGroup(item, indent, at));
    else add(item.text);
  }
  return text;
}

function layOutGroup(group: FormatGroup, indent: number, column: number): string {
  const { open, close, items, flat } = group;
  const isQuery = isStatement(group);
  if (flat !== null && column + flat.length <= WIDTH && (!isQuery || flat.length <= SUBQUERY_WIDTH))
    return flat;
  if (items.length === 0) return open + close;
  const inner = indent + STEP;
  const first = items.find(({ kind }) => kind !== 'comment');
  const isInner = isQuery && ['SELECT', 'WITH'].includes(keyOf(first));
  const text = isInner ? layOutStatement(items, inner) : layOutList(items, inner);
  return open + newLine(inner) + text + newLine(indent) + close;
}
