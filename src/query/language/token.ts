/**
 * One lexical unit. `end` is exclusive, both ends count UTF-16 units.
 * - `word`: an unquoted name or keyword; `text` as written, `key` in upper case
 * - `name`: a quoted identifier; `text` without quotes, `key` empty, so that it never equals a keyword
 * - `string`, `template-text`: `text` is the decoded value
 * - `number`: `text` as written
 * - `symbol`: `text` and `key` are the symbol; `template-start` and `template-end` enclose `f'…'`
 * - `end`: stands behind the last token, `start` and `end` are the length of the text
 */
export interface Token {
  readonly kind:
    | 'word'
    | 'name'
    | 'string'
    | 'number'
    | 'symbol'
    | 'template-start'
    | 'template-text'
    | 'template-end'
    | 'end';
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Names a token for an error message. Long texts are cut. */
export function describeToken(token: Token): string {
  const short = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  switch (token.kind) {
    case 'end':
      return 'the end of the text';
    case 'string':
    case 'template-text':
      return `the text '${short}'`;
    case 'number':
      return `the number ${short}`;
    case 'template-start':
      return "the template string f'…'";
    case 'template-end':
      return 'the end of the template string';
    default:
      return `\`${short}\``;
  }
}
