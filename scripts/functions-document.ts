import type { FunctionRow } from '../src/query/catalog/function-row.ts';
import { answeredType, signatureOf } from '../src/query/catalog/functions/describe-function.ts';
import { FUNCTION_FAMILIES } from '../src/query/catalog/functions/function-table.ts';

const INTRODUCTION = `# Functions

Every function that a query may call. Any other name is refused with \`unknown_function\` and the nearest names.

- **Arguments**: \`[x]\` may be left out, \`...\` may be repeated. \`f(p)(x)\` has parameters \`p\` before its arguments.
- *constant* is a literal or a variable, *literal* stands in the text itself, *zone* is the name of a time zone and is the
  project's when left out. An *amount* is a whole number, and a variable there has a value. A text property is converted
  where a number, a truth value or a date is asked for; a *stored value* is its text, whatever the project defines.
- **Answers**: the engine's type for arguments without NULL; "as its arguments" where it follows them. A NULL argument
  gives NULL, except for functions whose purpose is NULL, aggregates that count or collect, and those that answer an array.
- Names may be written in any case: \`COUNT\`, \`dateDiff\` and \`datediff\`.
- *unstable*: two calls on the same rows may differ, because rows have no order or the answer is an estimate.

This page is generated from \`src/query/catalog/functions\`.
`;

function notes(row: FunctionRow): string {
  const parts = [row.deterministic ? '' : 'unstable', row.note ?? ''];
  return parts.filter((part) => part !== '').join('; ');
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');

function line(row: FunctionRow): string {
  const answered = answeredType(row);
  const answers = answered === null ? 'as its arguments' : `\`${answered}\``;
  return `| \`${escaped(signatureOf(row))}\` | ${escaped(answers)} | ${escaped(notes(row))} |`;
}

/** The text of docs/functions.md: the introduction, and one table per family. */
export function functionsDocument(): string {
  const families = [...FUNCTION_FAMILIES].map(([family, rows]) => {
    const callable = rows.filter((row) => !row.internal);
    if (callable.length === 0) return '';
    return [`## ${family}\n`, '| call | answers | notes |', '|---|---|---|', ...callable.map(line), ''].join(
      '\n',
    );
  });
  return [INTRODUCTION, ...families.filter((text) => text !== '')].join('\n');
}
