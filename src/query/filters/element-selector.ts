/**
 * The pattern by which an `elements_chain` is searched for a CSS selector such as `div.menu > a[href="/x"]`. The chain
 * holds the element first and its parents after it, each as `tag.class:attribute="value"`, separated by `;`.
 */
export function selectorPattern(selector: string): string {
  const parts = selector
    .trim()
    .split(/\s*(>)\s*|\s+/)
    .filter((part) => part !== undefined && part !== '')
    .reverse();
  const pattern = parts.map((part) => (part === '>' ? DIRECT : `${onePart(part)}${UNTIL_NEXT}`));
  return `(^|;)${joined(pattern)}`;
}

const DIRECT = '>';
/** The rest of one element, up to the `;` before the next. */
const UNTIL_NEXT = '(?:[^;"]|"[^"]*")*(?:;|$)';
/** Elements that may stand between an element and its ancestor. */
const ANY_BETWEEN = '(?:(?:[^;"]|"[^"]*")*;)*?';

function joined(pieces: readonly string[]): string {
  return pieces
    .map((piece, index) => {
      if (piece === DIRECT) return '';
      const isFirst = index === 0 || pieces[index - 1] === DIRECT;
      return isFirst ? piece : `${ANY_BETWEEN}${piece}`;
    })
    .join('');
}

/** `a.big[href="/x"]` → tag, then classes (the chain sorts them), then attributes. */
function onePart(part: string): string {
  const tag = /^[a-zA-Z][\w-]*/.exec(part)?.[0];
  // The chain lists classes and attributes in the order of their names.
  const classes = [...part.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? '').sort();
  const id = /#([\w-]+)/.exec(part)?.[1];
  const attributes = [...part.matchAll(/\[([\w-]+)="?([^"\]]*)"?\]/g)].map(
    ([, name, value]) => [name ?? '', value ?? ''] as const,
  );
  if (id !== undefined) attributes.push(['attr_id', id]);
  attributes.sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    tag === undefined ? '[^.:;]+' : `${escaped(tag)}\\b`,
    ...classes.map((name) => `[^:;]*\\.${escaped(name)}`),
    ...attributes.map(([name, value]) => `(?:[^;"]|"[^"]*")*?${escaped(name)}="${escaped(value)}"`),
  ].join('');
}

/** The pattern of an element with this tag anywhere in the chain. */
export function tagPattern(tag: string): string {
  return `(^|;)${escaped(tag)}([.:;]|$)`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
