import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { completeQuery } from './complete-query.ts';
import { describeName } from './describe-name.ts';
import type { QueryMark } from './query-marks.ts';
import type { QueryNames } from './query-names.ts';

/** Reserved words that queries mostly use as names of columns and functions: they keep the look of a name. */
const LIKE_NAMES = new Set(
  'date datetime day hour interval minute month quarter second timestamp user values week year'.split(' '),
);
const MORE_WORDS =
  'and as asc by desc distinct from group in is join left like limit not null on or order over select';

/**
 * The language of queries: the grammar of lang-sql with the words of the service's dialect, completion from `names`
 * alone, and what a name is when the pointer rests on it.
 */
export function sqlLanguage(names: QueryNames): Extension {
  const dialect = SQLDialect.define({
    keywords: keywordsOf(names).join(' '),
    builtin: [...new Set(names.functions.map(({ name }) => name.toLowerCase()))].join(' '),
    types: 'string int float bool',
    backslashEscapes: true,
    doubleQuotedStrings: false,
    identifierQuotes: '`"',
    // The `$` of `$browser` and `$group_0`.
    specialVar: '$',
    operatorChars: '*+-%<>!=&|/~^?:',
  });
  return [
    sql({ dialect, upperCaseKeywords: true }).language,
    autocompletion({
      override: [(context) => complete(context, names)],
      icons: false,
      activateOnTyping: true,
      defaultKeymap: false,
      maxRenderedOptions: 80,
    }),
    hoverTooltip((view, position) => hover(view, position, names)),
  ];
}

function keywordsOf({ keywords }: QueryNames): string[] {
  const words = new Set([...keywords.map((word) => word.toLowerCase()), ...MORE_WORDS.split(' ')]);
  return [...words].filter((word) => !LIKE_NAMES.has(word));
}

/** Shows marks in the text, in the gutter and in the list of F8. */
export function showMarks(marks: readonly QueryMark[]): Extension {
  return linter(
    (view) =>
      marks.map(({ from, to, severity, message, fix }): Diagnostic => {
        const end = view.state.doc.length;
        const place = { from: Math.min(from, end), to: Math.min(Math.max(from, to), end) };
        const name = fix === null ? '' : `Write ${fix}`;
        const apply = (editor: EditorView, at: number, until: number) =>
          editor.dispatch({ changes: { from: at, to: until, insert: fix ?? '' } });
        return { ...place, severity, message, actions: fix === null ? [] : [{ name, apply }] };
      }),
    { delay: 0 },
  );
}

function complete(context: CompletionContext, names: QueryNames): CompletionResult | null {
  const query = context.state.doc.toString();
  const found = completeQuery(query, context.pos, names);
  if (found === null) return null;
  const isEmpty = found.from === context.pos && !/[.'{]$/.test(query.slice(0, context.pos));
  if (isEmpty && !context.explicit && !/\b(?:from|join)\s+$/i.test(query.slice(0, context.pos))) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map(({ label, apply, detail, info, type, boost }) => ({
      label: query[found.from] === "'" ? `'${label}` : label,
      displayLabel: label,
      apply,
      detail,
      type,
      boost,
      ...(info !== undefined && { info }),
    })),
    validFor: /^['`]?[\w$ ]*$/,
  };
}

function hover(view: EditorView, position: number, names: QueryNames): Tooltip | null {
  const said = describeName(view.state.doc.toString(), position, names);
  if (said === null) return null;
  return {
    pos: said.from,
    end: said.to,
    create: () => {
      const dom = document.createElement('div');
      dom.style.padding = '6px 12px';
      dom.style.maxWidth = '420px';
      const title = document.createElement('code');
      title.textContent = said.title;
      const sentence = document.createElement('div');
      sentence.textContent = said.sentence;
      dom.append(title, sentence);
      return { dom };
    },
  };
}
