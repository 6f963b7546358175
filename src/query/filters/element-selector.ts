// An `elements_chain` holds an element first and its ancestors after it, separated by `;`. Each is written as its tag,
// its classes and its attributes, both in the order of their names: `a.big.link:attr__rel="x"href="/y"text="Go";div:`

/** What stands between the quotes of an attribute. */
const VALUE = '(?:[^"\\\\]|\\\\.)*';
/** The rest of an element, up to the next `;`. */
const REST = `(?:[^;"]|"${VALUE}")*`;
/** Any number of elements, as few as needed. */
const ELEMENTS = `(?:${REST};)*?`;
/** Other attributes, as few as needed. */
const ATTRIBUTES = `(?:[^;"=]+="${VALUE}")*?`;
/** What is left of the classes, up to the attributes. */
const TO_ATTRIBUTES = '(?:\\.[^;"=]*)?:';

/** Most characters of a selector: each part of a selector becomes a hundred characters of the pattern. */
const MAX_SELECTOR_LENGTH = 1000;

/** Attributes that the chain writes without the prefix `attr__`. */
const OWN_NAMES: ReadonlySet<string> = new Set(['href', 'text', 'nth-child', 'nth-of-type']);

/** One element of a selector. */
interface Part {
  readonly tag: string | undefined;
  readonly classes: readonly string[];
  /** Names as the chain spells them, each with its value; undefined = any value. */
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
}

/** `> ` or a space, tag or `*`, `.class`, `#id`, `[name]`, `[name="value"]`, `:nth-child(2)` */
const TOKEN =
  /(?<gap>\s*>\s*|\s+)|(?<tag>\*|[a-zA-Z][\w-]*)|\.(?<class>(?:[\w-]|\\.)+)|#(?<id>(?:[\w-]|\\.)+)|\[\s*(?<name>[\w-]+)\s*(?:=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\]"'\s]+))\s*)?\]|:(?<nth>nth-child|nth-of-type)\((?<number>\d+)\)/y;

/**
 * The pattern that finds a CSS selector such as `div.menu > a[href="/x"]` in an `elements_chain`; undefined when the
 * selector cannot be read. Known are tags, classes, ids, attributes with or without a value, `:nth-child(n)`,
 * `:nth-of-type(n)`, and the combinators ` ` and `>`.
 */
export function selectorPattern(selector: string): string | undefined {
  const tokens = selector.length > MAX_SELECTOR_LENGTH ? undefined : readTokens(selector.trim());
  if (tokens === undefined) return undefined;
  let pattern = '';
  let part: Part = { tag: undefined, classes: [], attributes: [] };
  for (const { gap, ...token } of tokens) {
    if (gap !== undefined) {
      if (isEmpty(part)) return undefined;
      // The chain begins with the innermost element, so the pattern of the parts read so far comes last.
      pattern = `;${gap.includes('>') ? '' : ELEMENTS}${partPattern(part)}${pattern}`;
      part = { tag: undefined, classes: [], attributes: [] };
    } else {
      const extended = extend(part, token);
      if (extended === undefined) return undefined;
      part = extended;
    }
  }
  return isEmpty(part) ? undefined : `^${ELEMENTS}${partPattern(part)}${pattern}(?:;|$)`;
}

/** The pattern of an element with this tag anywhere in the chain. */
export function tagPattern(tag: string): string {
  return `^${ELEMENTS}${escaped(tag)}(?:[.:;]|$)`;
}

type Token = Readonly<Partial<Record<string, string>>>;

function readTokens(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) return undefined;
    tokens.push(groups);
  }
  return tokens;
}

/** The part with one more demand; undefined for a tag that does not stand at the beginning of the part. */
function extend(part: Part, token: Token): Part | undefined {
  if (token['tag'] !== undefined) return isEmpty(part) ? { ...part, tag: token['tag'] } : undefined;
  if (token['class'] !== undefined) return { ...part, classes: [...part.classes, unescaped(token['class'])] };
  return { ...part, attributes: [...part.attributes, attributeOf(token)] };
}

function attributeOf(token: Token): readonly [string, string | undefined] {
  if (token['id'] !== undefined) return ['attr_id', unescaped(token['id'])];
  if (token['nth'] !== undefined) return [token['nth'], token['number']];
  const name = token['name'] ?? '';
  return [OWN_NAMES.has(name) ? name : `attr__${name}`, token['double'] ?? token['single'] ?? token['bare']];
}

function isEmpty({ tag, classes, attributes }: Part): boolean {
  return tag === undefined && classes.length === 0 && attributes.length === 0;
}

function partPattern({ tag, classes, attributes }: Part): string {
  const isAnyTag = tag === undefined || tag === '*';
  const name = isAnyTag ? '[^.:;"]+' : escaped(tag);
  const classed = classes.toSorted().map((one) => `(?:[.:][^.:;"=]*)*?\\.${escaped(one)}`);
  const demanded = attributes
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([attribute, value]) => `${ATTRIBUTES}${escaped(attribute)}="${quoted(value)}"`);
  const end = demanded.length === 0 ? `(?:[.:]${REST})?` : `${TO_ATTRIBUTES}${demanded.join('')}${REST}`;
  return `${name}${classed.join('')}${end}`;
}

function quoted(value: string | undefined): string {
  return value === undefined ? VALUE : escaped(value.replace(/"/g, '\\"'));
}

/** `md\:wide` → `md:wide` */
function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
