import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { editorTheme } from './editor-theme.ts';

/** Marks a change that `value` brought, which is not told back. */
const fromOutside = Annotation.define<boolean>();

interface EditorParts {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Accessible name. */
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Language, completion, checks: what changes while the editor lives. */
  readonly extensions: Extension;
  /** Before the usual keys. */
  readonly keys: readonly KeyBinding[];
}

/**
 * An editor in the element of the returned ref. It keeps its undo over changes of `value` from outside, its cursor and
 * its scroll position; `extensions` may change at any time.
 * @returns the element's ref and a function that gives the view, null before it is there
 */
export function useEditor(
  parts: EditorParts,
): [RefObject<HTMLDivElement | null>, RefObject<EditorView | null>] {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(parts);
  latest.current = parts;
  const changing = useRef(new Compartment());
  // Texts that were told by `onChange` and have not come back as `value`: a page that draws slower than its user types
  // brings an older one of them, which must not take back what was typed since.
  const told = useRef<string[]>([]);
  useEffect(() => {
    if (element.current === null) return undefined;
    const made = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          changing.current.of(changingParts(latest.current)),
          keymap.of(keysOf(latest)),
          usualParts(),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return;
            const text = update.state.doc.toString();
            told.current.push(text);
            latest.current.onChange(text);
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  const { value, extensions, isReadOnly, label } = parts;
  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    const place = told.current.lastIndexOf(value);
    told.current = place < 0 ? [] : told.current.slice(place + 1);
    if (shown === undefined || shown === value || place >= 0) return;
    const changes = { from: 0, to: shown.length, insert: value };
    view.current?.dispatch({ changes, annotations: fromOutside.of(true) });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: changing.current.reconfigure(changingParts({ extensions, isReadOnly, label })),
    });
  }, [extensions, isReadOnly, label]);
  return [element, view];
}

function changingParts({
  extensions,
  isReadOnly,
  label,
}: Pick<EditorParts, 'extensions' | 'isReadOnly' | 'label'>): Extension {
  return [
    extensions,
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}

/** The keys as the parts have them now; what they run may change while the editor lives. */
function keysOf(latest: RefObject<EditorParts>): KeyBinding[] {
  return latest.current.keys.map((binding) => ({
    ...binding,
    run: (view) => latest.current.keys.find(({ key }) => key === binding.key)?.run?.(view) ?? false,
  }));
}

function usualParts(): Extension {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    rectangularSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    lintGutter(),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      { ...indentWithTab, key: 'Alt-Tab' },
    ]),
    editorTheme(),
  ];
}
